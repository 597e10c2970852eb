import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { rmSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { PRELOAD_FOLDER } from '../../platform/package-folder.ts'
import { isLoopbackHost } from '../../validation/loopback-host.ts'
import { type FrontCounts, openFront } from './front.ts'
import { issueFrontCertificate } from './front-certificate.ts'
import { javaTrustStore } from './java-trust-store.ts'
import { type Namespace, openNamespace } from './namespace.ts'
import { findPreloadLibrary, type PreloadLibrary, preloadPlaces } from './preload-library.ts'
import { ownerOfPublicToken } from './public-token.ts'
import { makeRunFolder } from './run-folder.ts'
import { type Environment, type Redirection, redirectingVariables, TECHNIQUES } from './techniques.ts'
import { derOf, trustWith } from './trust.ts'
import { tunnels } from './tunnel.ts'

const HTTPS_PORT = 443

export interface RedirectOptions extends Partial<RefusalListener> {
  /** Address of the platform. */
  platform: URL
  /** Certificates in PEM that programs trust besides the front's: those of the platform. */
  authorities: readonly string[]
  /** The user's environment. */
  env: Environment
  /** The machine's time. */
  now: number
  /** Tokens of the platform that may look like those of the public one. Default: none. */
  tokens?: readonly string[]
  /** Whether connections to hosts besides the platform's are refused. Default: false. */
  offline?: boolean
}

/** Receives what a front refuses. */
export interface RefusalListener {
  /** Called once for each token that looks like one of the public platform, with its owner's id. */
  refusedToken(owner: string): void
  /** Called once for each host that `--offline` refuses. */
  refusedHost(host: string): void
  /** Called once when a program does not trust the front's certificate. */
  refusedCertificate(): void
}

/** A front with the variables that lead programs to it. */
export interface Redirect {
  /** Folder of all files. */
  readonly folder: string
  readonly variables: Readonly<Record<string, string>>
  /** The programs that are reached, by technique. */
  readonly active: readonly string[]
  /** Why the library of the dynamic linker is missing; null with it. */
  readonly withoutLibrary: string | null
  /** File with the authority's certificate, PEM. */
  readonly authority: string
  readonly counts: Readonly<FrontCounts>
  /** Leads a static program here. */
  openNamespace(): Promise<Namespace>
  /** Closes the front and removes all files. */
  close(): Promise<void>
}

/** Opens a front for one run. Its files are in a temporary folder, which is removed even when the process exits. */
export async function openRedirect(options: RedirectOptions): Promise<Redirect> {
  const folder = await makeRunFolder(tmpdir(), options.now)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.on('exit', remove)
  const removed = () => {
    process.off('exit', remove)
    remove()
  }
  try {
    const portless = await portlessHost(options.platform)
    const certificate = issueFrontCertificate(options.now, portless)
    const [library, files] = await Promise.all([
      findPreloadLibrary(preloadPlaces(join(PRELOAD_FOLDER, 'preload.c'), folder)),
      writeFiles(folder, [certificate.authority, ...options.authorities], options),
    ])
    const secret = library.path === null ? null : randomBytes(16).toString('hex')
    const front = await openFront({
      platform: options.platform,
      portless,
      certificate,
      secret,
      refusesToken: publicTokens(options),
      refusesHost: refusedHosts(options),
      refusedCertificate: () => options.refusedCertificate?.(),
      openTunnel: tunnels(proxyOf(options.env)),
    })
    const redirection = {
      frontPort: front.port,
      portless,
      secret,
      reachable: options.offline ? await addressesOf(options.platform) : null,
      files: { ...files, preload: library.path },
      delimiter,
    }
    return {
      folder,
      ...described(redirection, library),
      variables: redirectingVariables(redirection, options.env),
      authority: files.added,
      counts: front.counts,
      openNamespace: () => openNamespace({ folder, roots: files.all, frontPort: front.port }),
      async close() {
        await front.close()
        removed()
      },
    }
  } catch (error) {
    removed()
    throw error
  }
}

function described(redirection: Redirection, library: PreloadLibrary) {
  const active = TECHNIQUES.filter((technique) => technique.isActive(redirection)).map(({ reaches }) => reaches)
  return { active, withoutLibrary: library.path === null ? library.reason : null }
}

async function writeFiles(folder: string, authorities: readonly string[], { env, now }: RedirectOptions) {
  const files = {
    nodePreload: join(folder, 'preload.cjs'),
    pythonFolder: join(folder, 'python'),
    added: join(folder, 'authority.pem'),
    all: join(folder, 'roots.pem'),
    javaTrustStore: join(folder, 'roots.jks'),
    phpFolder: join(folder, 'php'),
  }
  const trust = await trustWith(authorities, env)
  await Promise.all([mkdir(files.pythonFolder), mkdir(files.phpFolder)])
  await Promise.all([
    copyFile(join(PRELOAD_FOLDER, 'preload.cjs'), files.nodePreload),
    copyFile(join(PRELOAD_FOLDER, 'sitecustomize.py'), join(files.pythonFolder, 'sitecustomize.py')),
    writeFile(files.added, trust.added.join('')),
    writeFile(files.all, trust.all.join('')),
    writeFile(join(files.phpFolder, 'guildhall.ini'), `curl.cainfo="${files.all}"\nopenssl.cafile="${files.all}"\n`),
    writeFile(files.javaTrustStore, javaTrustStore(trust.all.map(derOf), now)),
  ])
  return files
}

/**
 * Returns the host of a platform on this machine that libraries may use without its port: none where the platform has
 * the port of HTTPS itself, or another program does.
 */
async function portlessHost({ hostname, protocol, port }: URL): Promise<string | null> {
  if (!isLoopbackHost(hostname) || hostname.startsWith('[') || (protocol === 'https:' && port === '')) return null
  const isServed = await new Promise<boolean>((resolve) => {
    const socket = connect(HTTPS_PORT, hostname, () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
  return isServed ? null : hostname
}

/** Returns the proxy that the user's environment names for HTTPS, for hosts besides the public platform's. */
function proxyOf(env: Environment): URL | null {
  const text = env.https_proxy || env.HTTPS_PROXY
  if (!text || (env.no_proxy ?? env.NO_PROXY)?.trim() === '*') return null
  const address = text.includes('://') ? text : `http://${text}`
  return URL.canParse(address) && /^https?:/.test(address) ? new URL(address) : null
}

/** Returns whether a token looks like one of the public platform. Each is reported once. */
function publicTokens({ tokens = [], refusedToken }: RedirectOptions): (token: string) => boolean {
  const reported = new Set<string>()
  return (token) => {
    const owner = tokens.includes(token) ? null : ownerOfPublicToken(token)
    if (owner === null) return false
    if (!reported.has(owner)) refusedToken?.(owner)
    reported.add(owner)
    return true
  }
}

/** Returns whether `--offline` refuses a host. Each is reported once. */
function refusedHosts({ offline = false, refusedHost, platform }: RedirectOptions) {
  const reported = new Set<string>()
  return (host: string, port: number): boolean => {
    if (!offline || isLoopbackHost(host) || host === platform.hostname) return false
    const name = `${host}:${port}`
    if (!reported.has(name)) refusedHost?.(name)
    reported.add(name)
    return true
  }
}

/** Returns the host of a platform and its addresses, which programs reach without other hosts. */
async function addressesOf({ hostname }: URL): Promise<string[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const found = await lookup(host, { all: true })
  return [...new Set([host, ...found.map(({ address }) => address)])]
}
