// Plain first aid for incidents. It holds no deadline, no contact and no figure: those stand in the policies.

const everyone = [
  'Report it now; being early matters more than being sure.',
  'Write down what happened and when, in the order it happened.',
];

const byType = {
  'lost-device': ['Say where and when you last had the device.', 'Let the people who take the report lock it.'],
  phishing: [
    'Leave the message where it is, so that it can be examined.',
    'Disconnect from the network if you opened a file.',
  ],
  'wrong-recipient': [
    'Say who received what, and when.',
    'Leave asking for the return to the people who take the report.',
  ],
  malware: ['Disconnect the device from every network.', 'Leave it switched on.'],
  'credential-exposure': ['Change the password on another, trusted device.', 'End all open sessions of the account.'],
  accident: ['Look after the person first; call the emergency number if someone is in danger.', 'Make the place safe.'],
  other: ['Say what you saw and which systems or people it concerns.'],
};

export function firstHour(type, conditions) {
  const hurt = conditions.get('someone-hurt') !== false && type !== 'accident' ? byType.accident.slice(0, 1) : [];
  const leaked =
    conditions.get('credentials-exposed') === true && type !== 'credential-exposure'
      ? byType['credential-exposure']
      : [];
  return [...hurt, ...byType[type], ...leaked, ...everyone];
}

const never = [
  'Never write a password, key or code into the report or this chat.',
  'Do not delete messages, files or logs.',
  'Do not discuss it in open channels.',
  'Do not contact customers, authorities or the press yourself.',
];

const neverByType = {
  'lost-device': ['Do not try to get the device back yourself.'],
  phishing: ['Do not answer, click again or forward the message to colleagues.'],
  'wrong-recipient': ['Do not send the data again to correct the mistake.'],
  malware: ['Do not try to repair or clean the device.'],
};

export function doNot(type) {
  return [...(neverByType[type] ?? []), ...never];
}
