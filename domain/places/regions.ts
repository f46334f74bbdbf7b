/**
 * Where TVs stand: Beograd, Novi Sad, Niš, the other districts of Serbia (without these towns) and the municipalities of Montenegro. The
 * short code names a TV to advertisers („TV NI-14“). Beside it the towns by which a region is recognised, as `foldText` writes them: of a
 * district its municipalities.
 */
const SERBIA = {
  BG: 'beograd,barajevo,vozdovac,vracar,grocka,zemun,zvezdara,lazarevac,mladenovac,novi beograd,obrenovac,palilula,rakovica,savski venac,sopot,stari grad,surcin,cukarica',
  NS: 'novi sad,petrovaradin,sremska kamenica,futog,veternik',
  NI: 'nis,niska banja,crveni krst,medijana,pantelej',
  SU: 'subotica,backa topola,mali idos',
  ZR: 'zrenjanin,zitiste,nova crnja,novi becej,secanj',
  KI: 'kikinda,ada,kanjiza,novi knezevac,senta,coka',
  PA: 'pancevo,alibunar,bela crkva,vrsac,kovacica,kovin,opovo,plandiste',
  SO: 'sombor,apatin,kula,odzaci,crvenka',
  BP: 'backa palanka,bac,backi petrovac,beocin,becej,zabalj,sremski karlovci,srbobran,temerin,titel,vrbas',
  SM: 'sremska mitrovica,indija,irig,pecinci,ruma,stara pazova,sid,nova pazova',
  SA: 'sabac,bogatic,vladimirci,koceljeva,krupanj,loznica,ljubovija,mali zvornik',
  VA: 'valjevo,lajkovac,ljig,mionica,osecina,ub',
  SD: 'smederevo,velika plana,smederevska palanka',
  PO: 'pozarevac,veliko gradiste,golubac,zabari,zagubica,kucevo,malo crnice,petrovac na mlavi,kostolac',
  KG: 'kragujevac,arandelovac,batocina,knic,lapovo,raca,topola',
  JA: 'jagodina,despotovac,paracin,rekovac,svilajnac,cuprija',
  BO: 'bor,kladovo,majdanpek,negotin',
  ZA: 'zajecar,boljevac,knjazevac,sokobanja',
  UE: 'uzice,arilje,bajina basta,kosjeric,nova varos,pozega,priboj,prijepolje,sjenica,cajetina,zlatibor',
  CA: 'cacak,gornji milanovac,ivanjica,lucani,guca',
  KV: 'kraljevo,vrnjacka banja,novi pazar,raska,tutin',
  KS: 'krusevac,aleksandrovac,brus,varvarin,trstenik,cicevac',
  AL: 'aleksinac,gadzin han,doljevac,merosina,razanj,svrljig',
  PK: 'prokuplje,blace,zitorada,kursumlija',
  PI: 'pirot,babusnica,bela palanka,dimitrovgrad',
  LE: 'leskovac,bojnik,vlasotince,lebane,medveda,crna trava',
  VR: 'vranje,bosilegrad,bujanovac,vladicin han,presevo,surdulica,trgoviste,vranjska banja',
  PR: 'pristina,glogovac,kosovo polje,lipljan,obilic,podujevo,gracanica,stimlje,urosevac,strpce',
  PE: 'pec,decani,dakovica,istok,klina',
  PZ: 'prizren,gora,orahovac,suva reka',
  KM: 'kosovska mitrovica,vucitrn,zvecan,zubin potok,leposavic,srbica',
  GL: 'gnjilane,vitina,kosovska kamenica,novo brdo,ranilug',
} as const;

const MONTENEGRO = {
  PG: 'podgorica',
  AN: 'andrijevica',
  BR: 'bar,sutomore',
  BA: 'berane',
  BJ: 'bijelo polje',
  BD: 'budva,petrovac na moru,becici',
  CT: 'cetinje',
  DG: 'danilovgrad',
  GS: 'gusinje',
  HN: 'herceg novi,igalo,bijela',
  KL: 'kolasin',
  KO: 'kotor,risan',
  MK: 'mojkovac',
  NK: 'niksic',
  PT: 'petnjica',
  PL: 'plav',
  PV: 'pljevlja',
  PN: 'pluzine',
  RO: 'rozaje',
  SV: 'savnik',
  TI: 'tivat',
  TZ: 'tuzi',
  UL: 'ulcinj',
  ZE: 'zeta,golubovci',
  ZB: 'zabljak',
} as const;

export type Region = keyof typeof SERBIA | keyof typeof MONTENEGRO;

export const REGIONS = [...Object.keys(SERBIA), ...Object.keys(MONTENEGRO)] as [Region, ...Region[]];
export const SERBIAN_REGIONS: readonly Region[] = REGIONS.slice(0, Object.keys(SERBIA).length);
export const MONTENEGRIN_REGIONS: readonly Region[] = REGIONS.slice(Object.keys(SERBIA).length);

/** The towns by which each region is recognised. */
export const TOWNS: Record<Region, readonly string[]> = Object.fromEntries(
  [...Object.entries(SERBIA), ...Object.entries(MONTENEGRO)].map(([region, towns]) => [region, towns.split(',')]),
) as Record<Region, string[]>;
