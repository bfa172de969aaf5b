/** @import { Json } from '../page-state.ts' */

// Blocks are read as they come: what is missing or of another kind is empty.

/**
 * @param {Json} from
 * @param {string} key
 * @returns {string}
 */
export function textAt(from, key) {
  const value = from[key];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/**
 * @param {Json} from
 * @param {string} key
 * @returns {Json | undefined}
 */
export function objectAt(from, key) {
  const value = from[key];
  return isObject(value) ? value : undefined;
}

/**
 * @param {Json} from
 * @param {string} key
 * @returns {Json[]}
 */
export function objectsAt(from, key) {
  const value = from[key];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/**
 * @param {unknown} value
 * @returns {value is Json}
 */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
