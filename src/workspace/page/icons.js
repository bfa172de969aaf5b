import { html } from 'lit-html';

// Drawn here so that nothing is fetched. All of them are decoration; the control beside them carries the name.

/** @param {string} path */
const icon = (path) => html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
  <path d=${path} fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" />
</svg>`;

export const icons = {
  menu: icon('M3 5h14M3 10h14M3 15h14'),
  close: icon('M5 5l10 10M15 5L5 15'),
  send: icon('M3 10l14-6-5 14-3-6z'),
  attach: icon('M14 8l-5 5a2 2 0 0 0 3 3l5-6a4 4 0 0 0-6-6l-6 7a6 6 0 0 0 8 8'),
  reply: icon('M4 4h12v9H9l-4 3v-3H4z'),
  more: icon('M4 10h.01M10 10h.01M16 10h.01'),
  lock: icon('M5 9h10v8H5zM7 9V6a3 3 0 0 1 6 0v3'),
  eye: icon('M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4'),
  stop: icon('M6 6h8v8H6z'),
  file: icon('M5 2h7l4 4v12H5zM12 2v4h4'),
  up: icon('M6 9l3-6c2 0 2 1 2 2v3h5l-1 8H6zM3 9h3v7H3z'),
  down: icon('M6 11l3 6c2 0 2-1 2-2v-3h5l-1-8H6zM3 4h3v7H3z'),
  trash: icon('M4 6h12M8 6V4h4v2M6 6l1 11h6l1-11'),
  done: icon('M4 10l4 4 8-9'),
  failed: icon('M10 3v9M10 16h.01'),
  waiting: icon('M10 5v5l3 2M10 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16'),
  link: icon('M8 12l5-5M6 9l-2 2a3 3 0 0 0 4 4l2-2M14 11l2-2a3 3 0 0 0-4-4l-2 2'),
};
