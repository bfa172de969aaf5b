import { render } from 'lit-html';
import { createPage } from './page.js';
import { channelTitle } from './place.js';
import { keepNewInView } from './scrolling.js';
import { shell } from './shell.js';

const root = document.getElementById('page');
if (root === null) throw new Error('index.html has no element #page');

createPage({
  window,
  draw(page) {
    const settle = keepNewInView(root);
    render(shell(page), root);
    settle();
    document.title = `${channelTitle(page.state, page.place.channel)}, Bylaw’s local workspace`;
  },
}).start();
