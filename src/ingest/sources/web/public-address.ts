import ipaddr from 'ipaddr.js';

/** Whether an IP address is one of the public network: not of this machine, a private network, a cloud's metadata or a mapping. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // `::ffff:10.0.0.1` is the address that it maps.
  return ipaddr.process(address).range() === 'unicast';
}
