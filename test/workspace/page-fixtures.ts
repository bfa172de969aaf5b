const plain = (text: string) => ({ type: 'plain_text', text });
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
const button = (action_id: string, text: string, more: object = {}) => ({
  ...{ type: 'button', action_id, text: plain(text) },
  ...more,
});
const option = (value: string, text: string) => ({ value, text: plain(text) });

const answer = `Employees in Germany receive **28 days** of paid leave. [1]

- [The policy](https://example.com/leave) and [a trap](javascript:alert(1))
- ![A picture](https://example.com/picture.png) <script>alert(1)</script> <b onclick="alert(1)">bold</b>

| Who | Days |
|---|---:|
| Full time | 28 |`;

/** One of each kind of block, with markup in it that must not work. */
export const everyBlock: readonly object[] = [
  { type: 'markdown', text: answer },
  {
    type: 'section',
    text: mrkdwn(
      '*Sources*\n<https://example.com/leave?a=1&amp;b=2|Paid leave>, read _carefully_ by <@U0MAYA>, `a &lt; b` <javascript:alert(1)|no link>\n&gt; as it stands,\n&gt;&gt;&gt; to\nthe end',
    ),
    accessory: {
      ...{ type: 'static_select', action_id: 'country', placeholder: plain('Another country') },
      options: [option('DE', 'Germany'), option('US', 'United States')],
    },
  },
  { type: 'header', text: plain('Clauses') },
  {
    type: 'carousel',
    elements: ['1', '2'].map((value) => ({
      type: 'card',
      title: mrkdwn(`*[${value}] Paid leave in Germany*`),
      subtitle: mrkdwn('Annual leave, version 1'),
      body: mrkdwn('“Employees in Germany receive 28 days.”'),
      actions: [button(`show_${value}`, 'Show the clause', { value })],
    })),
  },
  { type: 'divider' },
  {
    ...{ type: 'container', title: plain('How this was found'), is_collapsible: true, default_collapsed: true },
    child_blocks: [{ type: 'section', text: mrkdwn('Two searches') }],
  },
  { type: 'alert', level: 'warning', text: mrkdwn('Due for review.') },
  {
    ...{ type: 'task_card', task_id: 't1', title: 'Searched the policies', status: 'complete' },
    sources: [{ type: 'url', url: 'https://example.com/leave', text: 'Paid leave' }],
  },
  {
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_section',
        elements: [
          { type: 'text', text: 'See the ', style: { italic: true } },
          { type: 'link', url: 'https://example.com/handbook', text: 'handbook' },
        ],
      },
    ],
  },
  { type: 'image', image_url: 'https://example.com/chart.png', alt_text: 'A chart' },
  { type: 'context', elements: [mrkdwn('Indexed as of 30 November 2026')] },
  {
    type: 'actions',
    elements: [
      button('ask_person', 'Ask a person', {
        value: 'question-1',
        confirm: {
          ...{ title: plain('Hand it over?'), text: mrkdwn('The people team reads it.') },
          ...{ confirm: plain('Hand it over'), deny: plain('Not now') },
        },
      }),
    ],
  },
  {
    type: 'context_actions',
    elements: [
      {
        ...{ type: 'feedback_buttons', action_id: 'feedback' },
        positive_button: { text: plain('Good'), accessibility_label: 'This helped', value: 'up' },
        negative_button: { text: plain('Bad'), accessibility_label: 'This did not help', value: 'down' },
      },
    ],
  },
];

export const feedbackDialog = {
  ...{ type: 'modal', callback_id: 'feedback', title: plain('What was wrong?'), submit: plain('Send') },
  blocks: [
    {
      ...{ type: 'input', block_id: 'kind', label: plain('Kind') },
      element: {
        ...{ type: 'radio_buttons', action_id: 'kind' },
        options: [option('wrong', 'Wrong'), option('outdated', 'Out of date')],
      },
    },
    {
      ...{ type: 'input', block_id: 'policy', label: plain('Which policy'), optional: true },
      element: {
        ...{ type: 'static_select', action_id: 'policy' },
        options: [option('leave', 'Leave'), option('travel', 'Travel')],
      },
    },
    {
      ...{ type: 'input', block_id: 'words', label: plain('In your words') },
      element: { type: 'plain_text_input', action_id: 'words', multiline: true },
    },
  ],
};
