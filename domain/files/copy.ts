import type { Sentences } from '../errors.ts';

const MEGABYTE = 1024 * 1024;
const megabytes = (bytes: number): string => `${Math.floor(bytes / MEGABYTE)} MB`;

const typeNames: Record<string, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'application/pdf': 'PDF',
  'video/mp4': 'MP4',
  'video/quicktime': 'MOV',
  'video/webm': 'WebM',
  'video/x-m4v': 'M4V',
};

export const fileRefusals = {
  FILE_TOO_LARGE: ({ most }: { most: number }) => `Datoteka je prevelika. Najviše može da ima ${megabytes(most)}.`,
  FILE_TYPE_REFUSED: ({ types }: { types: string[] }) =>
    `Ova datoteka nije u obliku koji primamo. Primamo: ${types.map((type) => typeNames[type] ?? type).join(', ')}.`,
  FILE_QUOTA_FULL: ({ most }: { most: number }) =>
    `Za vaše datoteke je predviđeno najviše ${megabytes(most)}, i za ovu nema više mesta. Obrišite neku koja vam ne treba, pa pokušajte ponovo.`,
  STORAGE_FULL: 'Trenutno nema mesta za nove datoteke. Pokušajte ponovo kasnije.',
  FILE_GONE: 'Te datoteke više nema.',
  UPLOAD_GONE: 'Slanje ove datoteke je prekinuto. Pošaljite je ponovo.',
  UPLOAD_COMPLETED: 'Ova datoteka je već primljena.',
  UPLOAD_INCOMPLETE: 'Datoteka nije stigla cela. Nastavite slanje.',
  UPLOAD_PART_WRONG: 'Deo datoteke nije stigao ceo. Pošaljite ga ponovo.',
} satisfies Sentences;
