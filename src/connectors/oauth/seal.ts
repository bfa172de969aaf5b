import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { BylawError } from '../../errors.ts';

/** Encrypts what must not be readable at rest. */
export interface Seal {
  /** `about` must be given again to open it, so that one text can't stand in for another. */
  seal(text: string, about: string): string;
  /** Undefined for what was sealed with another key or about something else. */
  open(sealed: string, about: string): string | undefined;
}

const version = 'v1';
const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with the key of `BYLAW_SECRET_KEY`: 32 bytes as base64 or hex. Throws `config_invalid` without one. */
export function createSeal(secretKey: string | undefined): Seal {
  const key = readKey(secretKey);
  return {
    seal: (text, about) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(about));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open: (sealed, about) => {
      const [kind, data = ''] = sealed.split('.');
      const bytes = Buffer.from(data, 'base64url');
      if (kind !== version || bytes.length < nonceBytes + tagBytes) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(about));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        const body = decipher.update(bytes.subarray(nonceBytes + tagBytes));
        return Buffer.concat([body, decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}

function readKey(secretKey: string | undefined): Buffer {
  const given = secretKey?.trim() ?? '';
  const key = /^[0-9a-f]{64}$/i.test(given) ? Buffer.from(given, 'hex') : Buffer.from(given, 'base64');
  // Base64 is read leniently: a passphrase must not turn into a short or weak key.
  const isKey = key.length === 32 && !isWeak(key);
  if (isKey) return key;
  const trouble = given === '' ? 'is not set' : 'is not 32 bytes in base64 or hex';
  throw new BylawError(
    'config_invalid',
    `BYLAW_SECRET_KEY ${trouble}: sign-ins of connectors are kept encrypted with it. Make one with "openssl rand -base64 32", and put it into .env`,
  );
}

function isWeak(key: Buffer): boolean {
  return new Set(key).size < 8;
}

/** What a sign-in page gives back is kept as this only. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
