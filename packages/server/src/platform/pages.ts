import { outgoingStreams } from '../adapters/outgoing-http/outgoing-streams.ts'
import { nodeOf } from '../kernel/lease.ts'
import type { StreamLimits } from '../kernel/outgoing-streams.ts'
import { controlOperations } from '../resources/administration/control/index.ts'
import { signInPageOperations } from '../resources/administration/identity-providers/index.ts'
import { cdnTransport } from '../transports/cdn/cdn-transport.ts'
import { listVoiceServers } from '../transports/gateway/call-owner-store.ts'
import { Bodies } from '../transports/http/bodies.ts'
import { beforeConsentPage } from '../transports/http/consent-address.ts'
import { beforeGamePages } from '../transports/http/game-pages.ts'
import { httpTransport } from '../transports/http/http-transport.ts'
import { webTransport } from '../transports/web/web-transport.ts'
import type { Closing } from './closing.ts'
import { type PlatformConfig, servesControl } from './config.ts'
import type { Lasting } from './lasting.ts'
import type { Handlers } from './listen.ts'
import { openActivities } from './open-activities.ts'
import { operations } from './operations.ts'
import { VERSION } from './package-folder.ts'
import type { PresentWorld } from './present-world.ts'

/** Opens the transports of HTTP requests: the API, files, the web app and activities. */
export async function openPages(
  config: PlatformConfig,
  closing: Closing,
  lasting: Lasting,
  present: PresentWorld,
): Promise<Pick<Handlers, 'request' | 'activities'>> {
  const { addresses, addressOf, attachmentUrls, externalUrls, proxyTickets, faults, gate, rateLimits } = lasting
  const { storage, clock, wallClock, tape, log, metrics } = lasting.foundation
  const { files } = storage
  const http = httpTransport({
    operations,
    signInPageOperations,
    controlOperations: servesControl(config) ? controlOperations : null,
    tape,
    faults: faults.requests,
    current: () => present.world,
    addresses,
    clock,
    files,
    gate,
    rateLimits,
    bodies: new Bodies(wallClock, config.limits?.bodies),
    addressOf,
    observe: config.observe,
    log,
    metrics,
    version: VERSION,
  })
  const streamPicture = (name: string) => present.world.platform.streams.find(name)
  const externalPicture = (url: string) => present.world.externalPicture(url)
  cdnTransport(http.app, { files, attachmentUrls, externalUrls, addressOf, streamPicture, externalPicture })
  webTransport(http.app, { activities: addresses.activities, voice: voiceHostsOf(lasting), ...config.web })
  await http.app.ready()
  closing.add('http', () => http.app.close())
  const streamsWith = (limits: StreamLimits) => outgoingStreams({ wallClock, reach: config.outgoing, limits })
  const parts = { units: present.units, proxyTickets, wallClock, log, addresses, streamsWith }
  const { activities, endRequests } = openActivities(config, parts)
  closing.add('requests of activities', endRequests)
  const api = beforeConsentPage(beforeGamePages(config.gameOrigins, http.request))
  return { request: activities.before(api), activities }
}

/** Returns a function that lists host and port of the voice servers of all nodes: a call may be at any of them. */
function voiceHostsOf({ addresses, foundation }: Lasting): () => Promise<readonly string[]> {
  const own = new URL(addresses.url).host
  const { store, lease } = foundation.storage
  if (nodeOf(lease) === null) return async () => [own]
  return async () => {
    try {
      return [own, ...(await store.read(listVoiceServers))]
    } catch (err) {
      // Without the database no call begins, and the page says so.
      foundation.log.warn({ err }, 'the voice servers of nodes were not read')
      return [own]
    }
  }
}
