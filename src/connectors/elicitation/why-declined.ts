import { readForm } from '../../elicitation-form.ts';
import type { ElicitRequest } from '../mcp-connection.ts';

/** Why a question is declined without asking anyone, for people to read; undefined if a person may be asked. */
export function whyDeclined(request: ElicitRequest): string | undefined {
  if (request.mode === 'url') {
    if (isWebAddress(request.url)) return undefined;
    return 'It wanted a page opened whose address is no web address, so that was declined.';
  }
  const fields = readForm(request.schema);
  if (fields === undefined) return 'It asked for a form that can not be shown, so that was declined.';
  const texts = fields.flatMap(({ kind, name, title, description = '' }) =>
    // A yes or no gives nothing away.
    kind === 'boolean' ? [] : [name, title, description],
  );
  const wantsText = fields.some(({ kind }) => kind === 'text');
  const asks = texts.some(namesSecret) || (wantsText && demandsSecret(request.message));
  return asks
    ? 'It asked for a secret, such as a password or token. Never type one into a form: that was declined.'
    : undefined;
}

function isWebAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  return (protocol === 'https:' || (protocol === 'http:' && isLocal)) && username === '' && password === '';
}

function namesSecret(text: string): boolean {
  const words = ` ${text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  return secretWords.test(words);
}

/** A message may well be about tokens; it is a demand where it asks to give one. */
function demandsSecret(message: string): boolean {
  const text = ` ${message.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  return demand.test(text);
}

const secret =
  '(?:passwords?|passwds?|passphrases?|passcodes?|pass phrases?|pass codes?|pwd|secrets?|client secrets?|tokens?|api ?keys?|access keys?|private keys?|ssh keys?|signing keys?|credentials?|pins?|pin codes?|otp|one time (?:codes?|passwords?)|2fa codes?|mfa codes?|recovery codes?|cvv|cvc|passwort|kennwort|zugangsdaten|mot de passe|contraseña|senha|wachtwoord|hasło)';
const secretWords = new RegExp(` ${secret} `, 'u');
const demand = new RegExp(
  ` (?:enter|type|give|provide|paste|supply|send|share|confirm|what is|tell|need|required?|input) (?:[\\p{L}\\p{N}]+ ){0,4}?${secret} `,
  'u',
);
