import { type CipherGCM, createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { Transform } from 'node:stream';
import { promisify } from 'node:util';
import { startupError } from '../../platform/process/startup-error.ts';

/**
 * A file that only a passphrase opens: a magic line, a salt, then pieces of 64 kB, each sealed by itself with AES-256-GCM, so that
 * memory stays flat. The number of a piece and whether it is the last are part of its nonce: pieces that are missing,
 * exchanged or cut off at the end do not open.
 */
export const MAGIC = Buffer.from('VIDIK SEALED 1\n');
const SALT = 16;
const PIECE = 64 * 1024;
const TAG = 16;
/** Bytes before the first piece. */
export const SEAL_HEADER = MAGIC.length + SALT;

/** 64 MB for a moment, about a third of a second. */
const COST = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };

const derive = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);
const keyOf = (passphrase: string, salt: Buffer) => derive(passphrase.normalize('NFKC'), salt, 32, COST);

function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

/** Cuts what comes into pieces; the last one is known only at the end, and may be empty. */
function inPieces(
  size: number,
  work: (piece: Buffer, number: number, last: boolean) => Buffer,
  head?: Buffer,
): Transform {
  let held: Buffer[] = [];
  let bytes = 0;
  let number = 0;
  return new Transform({
    construct(done) {
      if (head) this.push(head);
      done();
    },
    transform(chunk: Buffer, _encoding, done) {
      held.push(chunk);
      bytes += chunk.length;
      if (bytes <= size) return done();
      try {
        let rest = Buffer.concat(held);
        for (; rest.length > size; rest = rest.subarray(size)) this.push(work(rest.subarray(0, size), number++, false));
        held = [rest];
        bytes = rest.length;
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        this.push(work(Buffer.concat(held), number, true));
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

export async function seal(passphrase: string): Promise<Transform> {
  const salt = randomBytes(SALT);
  const key = await keyOf(passphrase, salt);
  const sealOne = (piece: Buffer, number: number, last: boolean) => {
    const cipher: CipherGCM = createCipheriv('aes-256-gcm', key, nonceOf(number, last));
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  };
  return inPieces(PIECE, sealOne, Buffer.concat([MAGIC, salt]));
}

/** Opens what follows the header. A wrong passphrase and a changed byte are the same to it. */
export async function unseal(passphrase: string, header: Buffer): Promise<Transform> {
  const key = await keyOf(passphrase, header.subarray(MAGIC.length));
  return inPieces(PIECE + TAG, (piece, number, last) => {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, last));
      decipher.setAuthTag(piece.subarray(-TAG));
      return Buffer.concat([decipher.update(piece.subarray(0, -TAG)), decipher.final()]);
    } catch {
      throw startupError(
        number === 0
          ? 'The archive does not open: BACKUP_PASSPHRASE is another one, or its beginning is damaged.'
          : 'The archive is damaged: it does not open to its end.',
      );
    }
  });
}
