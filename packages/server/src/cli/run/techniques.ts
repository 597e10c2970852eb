import { PROXY_USER } from './front.ts'
import { TRUST_STORE_PASSWORD } from './java-trust-store.ts'
import { PUBLIC_DOMAINS } from './public-hosts.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Values that the techniques of a run need. Files are absolute paths. */
export interface Redirection {
  frontPort: number
  /** Host of the platform for libraries that leave out its port; null without. */
  portless: string | null
  /** Password of the proxy for other hosts; null without. */
  secret: string | null
  /** Names and addresses that programs reach besides this machine's; null for all. */
  reachable: readonly string[] | null
  files: {
    /** Loaded by Node. */
    nodePreload: string
    /** Folder with `sitecustomize.py`. */
    pythonFolder: string
    /** Loaded by the dynamic linker; null where there is none. */
    preload: string | null
    /** Certificates that are added to roots, PEM. */
    added: string
    /** Certificates that replace roots, PEM. */
    all: string
    /** For Java, JKS. */
    javaTrustStore: string
    /** Folder with settings of PHP. */
    phpFolder: string
  }
  /** Separator of path lists. */
  delimiter: string
}

type Variables = Record<string, string>

/** One way to reach programs. Each extends what the user's environment has. */
export interface Technique {
  /** The programs that it reaches, as `run` prints them. */
  readonly reaches: string
  isActive(redirection: Redirection): boolean
  variables(redirection: Redirection, given: Environment): Variables
}

/** Names that reach the platform without the proxy, because responses name them. */
const DIRECT = ['127.0.0.1', 'localhost', '::1']

export const TECHNIQUES: readonly Technique[] = [
  {
    reaches: 'Node',
    isActive: () => true,
    variables: ({ files, portless }, given) => ({
      NODE_OPTIONS: joined(' ', `--require ${quoted(files.nodePreload)}`, given.NODE_OPTIONS),
      ...(portless !== null && { GUILDHALL_PORTLESS_HOST: portless }),
    }),
  },
  {
    reaches: 'Python',
    isActive: () => true,
    variables: ({ files, delimiter }, given) => ({
      PYTHONPATH: joined(delimiter, files.pythonFolder, given.PYTHONPATH),
    }),
  },
  {
    reaches: 'Go and others by HTTPS_PROXY',
    isActive: () => true,
    variables: (redirection, given) => {
      const proxy = proxyAddress(redirection)
      const direct = joined(',', ...DIRECT, withoutAll(given.NO_PROXY ?? given.no_proxy))
      return { HTTPS_PROXY: proxy, https_proxy: proxy, NO_PROXY: direct, no_proxy: direct }
    },
  },
  {
    reaches: 'Java, Ruby, PHP, Bun, Deno, uvloop, curl and others by LD_PRELOAD',
    isActive: ({ files }) => files.preload !== null,
    variables: ({ files }, given) => ({
      // Some libraries, such as those of sanitizers, must stay the first.
      LD_PRELOAD: joined(':', given.LD_PRELOAD, files.preload ?? undefined),
      GUILDHALL_ROOTS: files.all,
    }),
  },
  {
    reaches: 'Java by proxy',
    // Java asks no proxy for a password, and the library reaches more of its clients.
    isActive: ({ files }) => files.preload === null,
    variables: ({ frontPort }, given) => ({
      JAVA_TOOL_OPTIONS: joined(
        ' ',
        given.JAVA_TOOL_OPTIONS,
        `-Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=${frontPort} -Dhttp.nonProxyHosts=localhost|127.*|[::1]`,
      ),
    }),
  },
]

/**
 * Returns the variables that lead programs to the front. Values of the user's environment are kept and extended, except
 * for files of certificates, whose certificates are in `files` already.
 */
export function redirectingVariables(redirection: Redirection, given: Environment): Variables {
  const variables: Variables = {
    GUILDHALL_FRONT_PORT: String(redirection.frontPort),
    GUILDHALL_HOSTS: PUBLIC_DOMAINS.join(' '),
    ...(redirection.reachable !== null && { GUILDHALL_OFFLINE: redirection.reachable.join(' ') }),
  }
  for (const technique of TECHNIQUES) {
    if (technique.isActive(redirection)) Object.assign(variables, technique.variables(redirection, given))
  }
  return { ...variables, ...trustVariables(redirection, { ...given, ...variables }) }
}

/** Returns the variables by which runtimes trust the front. Node and Deno add to their roots; others replace them. */
function trustVariables({ files, delimiter }: Redirection, given: Environment): Variables {
  const trustStore = [
    `-Djavax.net.ssl.trustStore=${quotedForJava(files.javaTrustStore)}`,
    `-Djavax.net.ssl.trustStorePassword=${TRUST_STORE_PASSWORD} -Djavax.net.ssl.trustStoreType=JKS`,
  ]
  return {
    NODE_EXTRA_CA_CERTS: files.added,
    DENO_CERT: files.added,
    SSL_CERT_FILE: files.all,
    REQUESTS_CA_BUNDLE: files.all,
    CURL_CA_BUNDLE: files.all,
    PERL_LWP_SSL_CA_FILE: files.all,
    // An empty first entry means the folder that PHP was built with.
    PHP_INI_SCAN_DIR: `${given.PHP_INI_SCAN_DIR ?? ''}${delimiter}${files.phpFolder}`,
    JAVA_TOOL_OPTIONS: joined(' ', given.JAVA_TOOL_OPTIONS, ...trustStore),
  }
}

/** Returns variables as lines that a POSIX shell reads. */
export function shellLines(variables: Readonly<Record<string, string>>): string {
  const lines = Object.entries(variables).map(
    ([name, value]) => `export ${name}='${value.replaceAll("'", String.raw`'\''`)}'\n`,
  )
  return lines.join('')
}

function proxyAddress({ secret, frontPort }: Pick<Redirection, 'secret' | 'frontPort'>): string {
  return `http://${secret === null ? '' : `${PROXY_USER}:${secret}@`}127.0.0.1:${frontPort}`
}

/** Leaves out `*`, which would switch the proxy off. */
function withoutAll(list: string | undefined): string | undefined {
  return list
    ?.split(',')
    .filter((entry) => entry.trim() !== '*')
    .join(',')
}

function joined(separator: string, ...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join(separator)
}

/** Node splits its variable at spaces outside double quotes, and knows backslashes inside them. */
function quoted(path: string): string {
  return `"${path.replaceAll(/[\\"]/g, String.raw`\$&`)}"`
}

/** Java takes quotes off, and has no escapes. */
function quotedForJava(path: string): string {
  return /\s/.test(path) ? `"${path}"` : path
}
