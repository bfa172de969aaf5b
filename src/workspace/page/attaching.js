/** @import { PageFile } from '../page-state.ts' */

const maxBytes = 5 * 1024 * 1024;

/**
 * Why files can't be attached, or undefined.
 * @param {readonly File[]} files
 */
export function fileProblem(files) {
  const large = files.find(({ size }) => size > maxBytes);
  return large === undefined
    ? undefined
    : `${large.name} is larger than 5 MB, which is the most that can be attached here.`;
}

/**
 * @param {readonly File[]} files
 * @returns {Promise<PageFile[]>}
 */
export function readFiles(files) {
  return Promise.all(
    files.map(async (file) => ({ name: file.name, base64: toBase64(new Uint8Array(await file.arrayBuffer())) })),
  );
}

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
