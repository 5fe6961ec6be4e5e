// generated from openapi/webhook-targets.json by `npm run generate`; do not edit

/** Blocks that no webhook is sent to unless the operator allows them, as `address/prefix`. */
export const CLOSED_BLOCKS: readonly string[] = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private use
  '100.64.0.0/10', // shared by carrier-grade NAT
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // cloud metadata in public space
  '169.254.0.0/16', // link-local
  '172.16.0.0/12', // private use
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private use
  '192.175.48.0/24', // AS112, direct delegation
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, with the broadcast address
  '::/3', // no global unicast: loopback, discard-only and what is not assigned
  '2001::/23', // protocol assignments, with Teredo and ORCHID
  '2001:db8::/32', // documentation
  '2620:4f:8000::/48', // AS112, direct delegation
  '3fff::/20', // documentation
  '4000::/2', // no global unicast: segment routing and what is not assigned
  '8000::/1', // no global unicast: unique local, link-local, multicast and what is not assigned
]

/** Cloud metadata: never reachable, whatever the operator allows. */
export const METADATA_BLOCKS: readonly string[] = [
  '100.100.100.200/32', // Alibaba Cloud
  '168.63.129.16/32', // Azure
  '169.254.0.0/16', // link-local, where most clouds answer
  '192.0.0.192/32', // Oracle Cloud
  'fd00:ec2::254/128', // AWS
]

/** IPv6 addresses with an IPv4 address right after the prefix, which is the one that is judged. */
export const EMBEDDING_BLOCKS: readonly string[] = [
  '::ffff:0:0/96', // IPv4-mapped
  '64:ff9b::/96', // NAT64
  '2002::/16', // 6to4
]

/** IPv6 addresses that hide an IPv4 address in another way: never reachable. */
export const HIDING_BLOCKS: readonly string[] = [
  '::/96', // IPv4-compatible
  '::ffff:0:0:0/96', // IPv4-translated
  '64:ff9b:1::/48', // NAT64 of local use
  '2001::/32', // Teredo
]

/** Upper half of an interface identifier whose lower half hides an IPv4 address: never reachable under any prefix. */
export const HIDING_IDENTIFIERS: readonly bigint[] = [
  0x00005efen, // ISATAP
  0x02005efen, // ISATAP of a globally unique address
]

/** Ports that no webhook receiver listens on: databases, and what browsers refuse too. */
export const CLOSED_PORTS: readonly number[] = [1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5672, 5900, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9092, 9200, 10080, 11211, 27017]

/** Domains reserved for private use. */
export const PRIVATE_DOMAINS: readonly string[] = ['localhost', 'internal', 'local', 'home.arpa']
