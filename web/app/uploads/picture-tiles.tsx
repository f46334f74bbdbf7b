import { useEffect, useState } from 'react';
import type { ReturnPicture } from '#domain/returns/contract.ts';
import { picturesCopy as copy } from '#domain/returns/pictures-copy.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import styles from './picture-tiles.module.css';
import { useStoredPicture } from './stored-picture.tsx';

/** One picture, small; pressed, it opens large. */
export function Thumb({ picture, n, open }: { picture: ReturnPicture; n: number; open: () => void }) {
  const address = useStoredPicture(picture.small);
  return (
    <button type="button" className={styles.thumb} aria-label={copy.open(n)} onClick={open}>
      {address && <img src={address} alt="" />}
    </button>
  );
}

/** Pictures of a return that are only looked at. */
export function Thumbs({ pictures, label }: { pictures: readonly ReturnPicture[]; label: string }) {
  const [opened, setOpened] = useState<number | null>(null);
  if (pictures.length === 0) return null;
  return (
    <>
      <ul className={styles.thumbs} aria-label={label}>
        {pictures.map((picture, index) => (
          <li key={picture.id}>
            <Thumb picture={picture} n={index + 1} open={() => setOpened(index)} />
          </li>
        ))}
      </ul>
      <LargePicture pictures={pictures} opened={opened} open={setOpened} />
    </>
  );
}

interface LargeProps {
  pictures: readonly ReturnPicture[];
  /** `null`: none is open. */
  opened: number | null;
  open: (index: number | null) => void;
}

/** A picture as large as the screen allows; arrow keys lead to its neighbours. */
export function LargePicture({ pictures, opened, open }: LargeProps) {
  const picture = opened === null ? undefined : pictures[opened];
  const index = opened ?? 0;
  const last = pictures.length - 1;
  useEffect(() => {
    if (!picture) return;
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowLeft' && index > 0) open(index - 1);
      if (key === 'ArrowRight' && index < last) open(index + 1);
    };
    // The dialog keeps the keys that are pressed in it.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [picture, index, last, open]);
  if (!picture) return null;
  return (
    <Dialog
      open
      size="lg"
      title={copy.of(index + 1, pictures.length)}
      onOpenChange={(next) => {
        if (!next) open(null);
      }}
      footer={
        last > 0 && (
          <>
            <Button variant="secondary" disabled={index === 0} onClick={() => open(index - 1)}>
              {copy.previous}
            </Button>
            <Button variant="secondary" disabled={index === last} onClick={() => open(index + 1)}>
              {copy.next}
            </Button>
          </>
        )
      }
    >
      <Large key={picture.id} picture={picture} alt={copy.of(index + 1, pictures.length)} />
    </Dialog>
  );
}

function Large({ picture, alt }: { picture: ReturnPicture; alt: string }) {
  const address = useStoredPicture(picture.file);
  return <div className={styles.large}>{address && <img src={address} alt={alt} />}</div>;
}
