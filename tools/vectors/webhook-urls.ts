/**
 * Vectors of the URLs that webhooks may be sent to where the operator allows no private block. The edges of the closed
 * blocks are repeated here, so that a block that is missing in webhook-targets.json is noticed.
 */
interface Row {
  name: string
  url: string
  expected: 'valid' | 'invalid'
  /** A valid URL as it is stored. */
  stored?: string
  /** The host, where it is an address. */
  address?: string
}

/** 2,048 characters. */
const LONGEST = `https://example.com/${'a'.repeat(2_028)}`

/** The stored form of each URL that is accepted. */
const ACCEPTED: Record<string, string> = {
  'https://example.com': 'https://example.com/',
  'https://example.com/hook': 'https://example.com/hook',
  'https://example.com/hook?shop=1&x=%2F': 'https://example.com/hook?shop=1&x=%2F',
  'HTTPS://EXAMPLE.COM/Hook': 'https://example.com/Hook',
  'https://example.com.': 'https://example.com./',
  'https://example.com:443/hook': 'https://example.com/hook',
  'https://example.com:/hook': 'https://example.com/hook',
  'https://example.com:0443/hook': 'https://example.com/hook',
  'https://example.com:1024/': 'https://example.com:1024/',
  'https://example.com:8443/': 'https://example.com:8443/',
  'https://example.com:08443/': 'https://example.com:8443/',
  'https://example.com:65535/': 'https://example.com:65535/',
  'https://bücher.example/ü': 'https://xn--bcher-kva.example/%C3%BC',
  'https://xn--bcher-kva.example/': 'https://xn--bcher-kva.example/',
  'https://example。com/': 'https://example.com/',
  'https://exa%6Dple.com/': 'https://example.com/',
  'https://a_b.example.com/': 'https://a_b.example.com/',
  'https://1e100.net/': 'https://1e100.net/',
  'https://example.com/a/../b': 'https://example.com/b',
  'https://example.com/%23': 'https://example.com/%23',
  'https://example.com/hook?items[]=1&items[]=2': 'https://example.com/hook?items[]=1&items[]=2',
  'https://example.com/[shop]/{id}': 'https://example.com/[shop]/%7Bid%7D',
  'https://example.com/100%': 'https://example.com/100%',
  'hTTps://example.com/größe?straße=ß': 'https://example.com/gr%C3%B6%C3%9Fe?stra%C3%9Fe=%C3%9F',
  'https://example.com\\@127.0.0.1/': 'https://example.com/@127.0.0.1/',
  'https:///example.com/': 'https://example.com/',
  'https://8.8.8.8/': 'https://8.8.8.8/',
  'https://134744072/': 'https://8.8.8.8/',
  'https://0x08080808/': 'https://8.8.8.8/',
  'https://[2606:4700:4700::1111]/': 'https://[2606:4700:4700::1111]/',
  'https://[2606:4700:4700:0:0:0:0:1111]:8443/': 'https://[2606:4700:4700::1111]:8443/',
  'https://[::ffff:8.8.8.8]/': 'https://[::ffff:808:808]/',
  'https://localhost.example.com/': 'https://localhost.example.com/',
  'https://internal.example.com/': 'https://internal.example.com/',
  'https://mylocal.example/': 'https://mylocal.example/',
  'https://notlocalhost.com/': 'https://notlocalhost.com/',
  'https://127.0.0.1.example.com/': 'https://127.0.0.1.example.com/',
  [LONGEST]: LONGEST,
}

const REFUSED: Record<string, string> = {
  'nothing at all': '',
  'no URL': 'example.com/hook',
  'no scheme': '//example.com/hook',
  'a path alone': '/hook',
  'plain HTTP': 'http://example.com/',
  'another scheme': 'ftp://example.com/',
  'a WebSocket': 'wss://example.com/',
  'a file': 'file:///etc/passwd',
  'a script': 'javascript:alert(1)',
  'inline data': 'data:text/plain,x',
  'no host': 'https://',
  'a scheme without slashes': 'https:example.com',
  'an address after a scheme without slashes': 'https:127.0.0.1',
  'one slash': 'https:/example.com',
  'backslashes for slashes': 'https:\\\\example.com',
  'a user': 'https://user@example.com/',
  'a user and a password': 'https://user:secret@example.com/',
  'a password alone': 'https://:secret@example.com/',
  'a host dressed as a user': 'https://example.com@127.0.0.1/',
  'a fragment': 'https://example.com/#top',
  'an empty fragment': 'https://example.com/#',
  'a space before': ' https://example.com/',
  'a space after': 'https://example.com/ ',
  'a space in the path': 'https://example.com/a b',
  'a tab in the host': 'https://exam\tple.com/',
  'a line feed in the path': 'https://example.com/\nhook',
  'a carriage return': 'https://example.com/\r',
  'a NUL': 'https://example.com/\u0000',
  'a NUL before': '\u0000https://example.com/',
  'a delete character': 'https://example.com/\u007f',
  'a C1 control character': 'https://example.com/\u0085',
  'a no-break space': 'https://example.com/\u00a0',
  'a line separator': 'https://example.com/\u2028',
  'a byte order mark': '\ufeffhttps://example.com/',
  'port 0': 'https://example.com:0/',
  'port 22': 'https://example.com:22/',
  'port 80': 'https://example.com:80/',
  'port 442': 'https://example.com:442/',
  'port 444': 'https://example.com:444/',
  'port 1023': 'https://example.com:1023/',
  'port 65536': 'https://example.com:65536/',
  'a negative port': 'https://example.com:-1/',
  'a port of letters': 'https://example.com:https/',
  'a broken punycode label': 'https://xn--a/',
  'five numbers': 'https://1.2.3.4.5/',
  'a number out of range': 'https://256.1.1.1/',
  'a number too large for an address': 'https://4294967296/',
  'a zone': 'https://[fe80::1%25eth0]/',
  'an unclosed bracket': 'https://[::1/',
  loopback: 'https://127.0.0.1/',
  'loopback on another port': 'https://127.0.0.1:8443/',
  'loopback with a dot after': 'https://127.0.0.1./',
  'loopback in decimal': 'https://2130706433/',
  'loopback in hexadecimal': 'https://0x7f000001/',
  'loopback in octal': 'https://017700000001/',
  'loopback in octal parts': 'https://0177.0.0.01/',
  'loopback in mixed parts': 'https://0x7f.1/',
  'loopback in short': 'https://127.1/',
  'loopback in three parts': 'https://127.0.1/',
  'loopback percent-encoded': 'https://%31%32%37.0.0.1/',
  'loopback in full-width digits': 'https://１２７.0.0.1/',
  'loopback in circled digits': 'https://①②⑦.0.0.1/',
  'loopback with ideographic dots': 'https://127。0。0。1/',
  'loopback of IPv6': 'https://[::1]/',
  'loopback of IPv6 in full': 'https://[0:0:0:0:0:0:0:1]/',
  'loopback mapped': 'https://[::ffff:127.0.0.1]/',
  'loopback mapped in hexadecimal': 'https://[::ffff:7f00:1]/',
  'loopback in a compatible address': 'https://[::127.0.0.1]/',
  'loopback in NAT64': 'https://[64:ff9b::7f00:1]/',
  'loopback in 6to4': 'https://[2002:7f00:1::]/',
  'this network': 'https://0.0.0.0/',
  'this network in short': 'https://0/',
  'this network in empty hexadecimal': 'https://0x/',
  'the unspecified address': 'https://[::]/',
  'cloud metadata': 'https://169.254.169.254/latest/meta-data/',
  'cloud metadata in decimal': 'https://2852039166/',
  'cloud metadata mapped': 'https://[::ffff:a9fe:a9fe]/',
  'a private address': 'https://10.0.0.1/',
  'a private address of IPv6': 'https://[fd00::1]/',
  'a link-local address': 'https://[fe80::1]/',
  'a documentation address': 'https://192.0.2.1/',
  'a multicast address': 'https://224.0.0.1/',
  broadcast: 'https://255.255.255.255/',
  localhost: 'https://localhost/',
  'localhost in capitals': 'https://LOCALHOST/',
  'localhost with a dot after': 'https://localhost./',
  'a name under localhost': 'https://shop.localhost/',
  'localhost with a soft hyphen': 'https://local\u00adhost/',
  'localhost percent-encoded': 'https://%6c%6f%63alhost/',
  'localhost in circled letters': 'https://ⓛocalhost/',
  'a name of one label': 'https://intranet/',
  'a name of one label with a dot after': 'https://intranet./',
  'a name under internal': 'https://metadata.google.internal/',
  'a name under internal with a dot after': 'https://metadata.google.internal./',
  'a name under local': 'https://printer.local/',
  'a name under home.arpa': 'https://router.home.arpa/',
  'a name of one label with two dots after': 'https://intranet../',
  'localhost with two dots after': 'https://localhost../',
  'an empty label': 'https://a..example.com/',
  'a URL of 2,049 characters': `${LONGEST}a`,
  'a URL of 2,049 characters that the parser makes shorter': `https://example.com/${'../'.repeat(676)}b`,
  'a URL that encoding makes too long': `https://example.com/${'ü'.repeat(400)}`,
}

const CLOSED_PORTS = [
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5672,
  5900, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9092, 9200, 10080, 11211, 27017,
]

/** First and last address of each closed block, and its public neighbours. */
const CLOSED_BLOCKS: Record<string, { inside: [string, string]; outside: string[] }> = {
  'this network': { inside: ['0.0.0.0', '0.255.255.255'], outside: ['1.0.0.0'] },
  '10.0.0.0/8': { inside: ['10.0.0.0', '10.255.255.255'], outside: ['9.255.255.255', '11.0.0.0'] },
  'shared address space': {
    inside: ['100.64.0.0', '100.127.255.255'],
    outside: ['100.63.255.255', '100.128.0.0'],
  },
  loopback: { inside: ['127.0.0.0', '127.255.255.255'], outside: ['126.255.255.255', '128.0.0.0'] },
  'the metadata address in public space': {
    inside: ['168.63.129.16', '168.63.129.16'],
    outside: ['168.63.129.15', '168.63.129.17'],
  },
  'link-local': { inside: ['169.254.0.0', '169.254.255.255'], outside: ['169.253.255.255', '169.255.0.0'] },
  '172.16.0.0/12': { inside: ['172.16.0.0', '172.31.255.255'], outside: ['172.15.255.255', '172.32.0.0'] },
  'protocol assignments': { inside: ['192.0.0.0', '192.0.0.255'], outside: ['191.255.255.255', '192.0.1.0'] },
  'the first documentation block': {
    inside: ['192.0.2.0', '192.0.2.255'],
    outside: ['192.0.1.255', '192.0.3.0'],
  },
  'AS112 v4': { inside: ['192.31.196.0', '192.31.196.255'], outside: ['192.31.195.255', '192.31.197.0'] },
  AMT: { inside: ['192.52.193.0', '192.52.193.255'], outside: ['192.52.192.255', '192.52.194.0'] },
  'the 6to4 relays': { inside: ['192.88.99.0', '192.88.99.255'], outside: ['192.88.98.255', '192.88.100.0'] },
  '192.168.0.0/16': {
    inside: ['192.168.0.0', '192.168.255.255'],
    outside: ['192.167.255.255', '192.169.0.0'],
  },
  'direct delegation AS112': {
    inside: ['192.175.48.0', '192.175.48.255'],
    outside: ['192.175.47.255', '192.175.49.0'],
  },
  benchmarking: { inside: ['198.18.0.0', '198.19.255.255'], outside: ['198.17.255.255', '198.20.0.0'] },
  'the second documentation block': {
    inside: ['198.51.100.0', '198.51.100.255'],
    outside: ['198.51.99.255', '198.51.101.0'],
  },
  'the third documentation block': {
    inside: ['203.0.113.0', '203.0.113.255'],
    outside: ['203.0.112.255', '203.0.114.0'],
  },
  'multicast and reserved': { inside: ['224.0.0.0', '255.255.255.255'], outside: ['223.255.255.255'] },
  'what lies before 2000::/3': {
    inside: ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    outside: ['2000::'],
  },
  'what lies after 2000::/3': {
    inside: ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    outside: ['3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  },
  'protocol assignments of IPv6': {
    inside: ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
    outside: ['2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:200::'],
  },
  'documentation of IPv6': {
    inside: ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    outside: ['2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db9::'],
  },
  'AS112 v6': {
    inside: ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
    outside: ['2620:4f:7fff:ffff:ffff:ffff:ffff:ffff', '2620:4f:8001::'],
  },
  'the second documentation block of IPv6': {
    inside: ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
    outside: ['3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:1000::'],
  },
}

/** Addresses that embed another address, and other special addresses. */
const ADDRESSES: Record<string, boolean> = {
  '8.8.8.8': true,
  '::ffff:8.8.8.8': true,
  '::ffff:10.0.0.1': false,
  '::ffff:169.254.169.254': false,
  '64:ff9b::8.8.8.8': true,
  '64:ff9b::127.0.0.1': false,
  '64:ff9b::a9fe:a9fe': false,
  '64:ff9b:1::8.8.8.8': false,
  '2002:808:808::1': true,
  '2002:7f00:1::1': false,
  '2002:a00:1::': false,
  '2002:a9fe:a9fe::': false,
  '2002:dfff:ffff:ffff::': true,
  '2002:e000::': false,
  '2002:a83f:8110::1': false,
  '::8.8.8.8': false,
  '::ffff:0:8.8.8.8': false,
  '2001:0:808:808::1': false,
  '100::1': false,
  'fc00::1': false,
  'fd00:ec2::254': false,
  'fe80::1': false,
  'fec0::1': false,
  'ff02::1': false,
  '5f00::1': false,
  '2606:4700:4700::1111': true,
  '2606:4700::5efe:127.0.0.1': false,
  '2606:4700::200:5efe:10.0.0.1': false,
  '2606:4700::5efe:8.8.8.8': false,
  '2606:4700::5eff:1': true,
  '2606:4700::300:5efe:1': true,
  '2606:4700:5efe::1': true,
  '2002:808:808::5efe:10.0.0.1': false,
  '2002:808:808::200:5efe:10.0.0.1': false,
  '2a00:1450:4001::1': true,
}

export function webhookUrlVectors(): Row[] {
  const edges = Object.entries(CLOSED_BLOCKS).flatMap(([block, { inside, outside }]) => [
    ...[...new Set(inside)].map((address) => literal(`the edge of ${block}`, address, false)),
    ...outside.map((address) => literal(`beside ${block}`, address, true)),
  ])
  return [
    ...Object.entries(ACCEPTED).map(
      ([url, stored]): Row => ({ name: url.slice(0, 80), url, expected: 'valid', stored }),
    ),
    ...Object.entries(REFUSED).map(([name, url]): Row => ({ name, url, expected: 'invalid' })),
    ...CLOSED_PORTS.map((port): Row => {
      return { name: `port ${port}`, url: `https://example.com:${port}/`, expected: 'invalid' }
    }),
    ...edges,
    ...Object.entries(ADDRESSES).map(([address, isValid]) => literal('the address', address, isValid)),
  ]
}

function literal(what: string, address: string, isValid: boolean): Row {
  const url = `https://${address.includes(':') ? `[${address}]` : address}/`
  const row = { name: `${what}: ${address}`, url, address }
  return isValid ? { ...row, expected: 'valid', stored: new URL(url).href } : { ...row, expected: 'invalid' }
}
