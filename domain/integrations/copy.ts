import { typeset } from '../typography.ts';

/** The page of other programs, /admin/keys; its two halves have their words in `keys` and `webhooks`. */
export const integrationsCopy = typeset({
  title: 'Pristup za programe',
  lede: 'Ključevi za čitanje i upis iz drugih programa i slanje događaja na njihove adrese. Sve ostaje u dnevniku.',
  guide: 'Uputstvo za API',
  shownOnce: { file: 'Preuzmi kao datoteku', done: 'Završi' },
});
