/** The colours and sizes of the site, and the few rules that these pages need. */
export const STYLE = `
@font-face{font-family:Science;src:url(/sandbox/fonts/science-gothic-latin-ext.woff2) format("woff2");font-weight:100 900;font-stretch:50% 200%;font-display:swap;unicode-range:U+0100-02BA,U+1E00-1E9F,U+20A0-20AB,U+20AD-20C0}
@font-face{font-family:Science;src:url(/sandbox/fonts/science-gothic-latin.woff2) format("woff2");font-weight:100 900;font-stretch:50% 200%;font-display:swap;unicode-range:U+0000-00FF,U+0131,U+0152-0153,U+2000-206F,U+20AC}
@font-face{font-family:Onest;src:url(/sandbox/fonts/onest-latin-ext.woff2) format("woff2");font-weight:100 900;font-display:swap;unicode-range:U+0100-02BA,U+1E00-1E9F,U+20A0-20AB,U+20AD-20C0}
@font-face{font-family:Onest;src:url(/sandbox/fonts/onest-latin.woff2) format("woff2");font-weight:100 900;font-display:swap;unicode-range:U+0000-00FF,U+0131,U+0152-0153,U+2000-206F,U+20AC}
:root{--paper:#F4EEE2;--raised:#FCF9F2;--sunken:#E8E0D0;--ink:#0F1A24;--ink-2:#22343F;--muted:#565B57;--line:#CBC1AD;--control:#7C7A6E;--action:#FFC51F;--action-hover:#FFB400;--focus:#2440B0;--err:#AE281A;--err-bg:#FBE3DC;--ok:#1B6839;--ok-bg:#DFEEDD;--display:Science,Onest,system-ui,sans-serif;--text:Onest,system-ui,"Segoe UI",sans-serif}
*{box-sizing:border-box}
html{background:var(--paper);color:var(--ink);font:400 1.0625rem/1.55 var(--text);font-variant-numeric:tabular-nums;-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;overflow-wrap:break-word;display:flex;flex-direction:column}
body::before{content:"";height:6px;background:linear-gradient(90deg,#FFC51F 0 16.666%,#1FB2C1 0 33.333%,#35A35C 0 50%,#CB4A9A 0 66.666%,#DE4430 0 83.333%,#2F50CF 0)}
.skip{position:absolute;left:-999px;top:0;background:var(--ink);color:var(--paper);padding:12px 18px}
.skip:focus{left:0;z-index:1}
.banner{background:var(--ink);color:#FFC51F;font:560 1rem/1.35 var(--text)}
.wrap{width:100%;max-width:1120px;margin-inline:auto;padding-inline:clamp(20px,2.8vw,40px)}
.banner .wrap{display:flex;gap:20px;align-items:center;min-height:56px;padding-block:10px}
.logo{font:620 1.375rem/1 var(--display);font-stretch:100%;color:#F4EEE2;letter-spacing:-.02em}
main{flex:1;padding-block:clamp(32px,5vw,72px)}
h1{font:620 clamp(2.25rem,1.6rem + 2.6vw,3.75rem)/.98 var(--display);font-stretch:78%;letter-spacing:-.035em;margin:0 0 clamp(24px,3vw,40px);text-wrap:balance}
h2{font:620 1.5rem/1.1 var(--display);font-stretch:82%;letter-spacing:-.02em;margin:0 0 16px}
p{margin:0 0 14px;max-width:60ch}
a{color:inherit;text-underline-offset:4px;text-decoration-thickness:2px}
.muted{color:var(--muted);font-size:.9375rem}
.two{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,400px);border:2px solid var(--ink)}
.panel{background:var(--raised);padding:clamp(22px,3vw,40px)}
.sum{background:var(--action);padding:clamp(22px,3vw,40px);border-left:2px solid var(--ink)}
.sum .muted{color:var(--ink)}
.row{display:flex;justify-content:space-between;gap:20px;padding-block:12px;border-bottom:1px solid rgba(15,26,36,.25)}
.total{display:flex;justify-content:space-between;align-items:baseline;gap:16px;flex-wrap:wrap;border-top:2px solid var(--ink);margin-top:26px;padding-top:14px}
.price{font:620 clamp(2.25rem,1.8rem + 2vw,3.25rem)/1 var(--display);font-stretch:78%;letter-spacing:-.035em;white-space:nowrap}
form{margin:0}
.actions{display:grid;grid-template-columns:minmax(0,1fr);gap:12px;margin-top:22px}
.inline{display:flex;flex-wrap:wrap;gap:12px;align-items:end}
.btn{display:inline-flex;align-items:center;justify-content:center;min-height:54px;padding:12px 24px;border:2px solid var(--ink);border-radius:4px;background:transparent;color:var(--ink);font:600 1.0625rem/1.2 var(--text);text-decoration:none;text-align:center;cursor:pointer}
.btn:hover{background:var(--ink);color:var(--paper)}
.btn.main{background:var(--action)}
.btn.main:hover{background:var(--action-hover);color:var(--ink)}
.btn.danger{border-color:var(--err);color:var(--err)}
.btn.danger:hover{background:var(--err);color:var(--raised)}
.btn:active{transform:translateY(1px)}
.btn:focus-visible,a:focus-visible,summary:focus-visible{outline:3px solid var(--focus);outline-offset:3px}
label{display:block;font-weight:560;font-size:.9375rem;margin-bottom:6px}
input{width:100%;min-height:52px;padding:12px 14px;background:#fff;border:1.5px solid var(--control);border-radius:4px;color:inherit;font:inherit}
input:focus{outline:3px solid var(--focus);outline-offset:1px}
input[aria-invalid=true]{border:2px solid var(--err);box-shadow:inset 5px 0 0 var(--err);padding-left:19px}
.hint{color:var(--muted);font-size:.9375rem;margin:6px 0 0}
details{margin-top:14px;font-size:.9375rem}
summary{cursor:pointer;min-height:44px;display:flex;align-items:center;font-weight:560;text-decoration:underline;text-underline-offset:4px}
summary::marker{content:none}
details dl{display:grid;grid-template-columns:max-content 1fr;gap:6px 16px;margin:4px 0 0}
dd{margin:0;color:var(--muted)}
.note{border-left:8px solid var(--err);background:var(--err-bg);color:var(--err);padding:14px 18px;margin:0 0 22px;font-weight:560;max-width:none}
.note.ok{border-color:var(--ok);background:var(--ok-bg);color:var(--ok)}
.badge{display:inline-flex;gap:8px;align-items:center;font-weight:560;font-size:.9375rem}
.badge::before{content:"";width:10px;height:10px;background:currentColor}
.badge.ok{color:var(--ok)}.badge.bad{color:var(--err)}.badge.off{color:var(--muted)}
section{border-top:2px solid var(--ink);padding-block:26px}
.sub{display:grid;gap:6px;margin-bottom:22px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9375rem;background:var(--raised)}
th{background:var(--ink);color:var(--paper);text-align:left;padding:12px 14px;font-weight:560}
td{padding:12px 14px;border-bottom:1px solid var(--line)}
.num{text-align:right;white-space:nowrap}
@media (max-width:820px){.two{grid-template-columns:minmax(0,1fr)}.sum{border-left:0;border-bottom:2px solid var(--ink);order:-1}.btn{width:100%}
table,tbody,tr,td{display:block}thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}td{display:flex;justify-content:space-between;gap:16px;text-align:right}td::before{content:attr(data-label);font-weight:560;text-align:left}tr{border-bottom:2px solid var(--ink)}}
@media print{.banner,.btn,form{display:none}}
`;
