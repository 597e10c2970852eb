import type { Platform } from '../../../../kernel/platform.ts'
import { mayUseDemoSignIn } from '../rules.ts'

/** Headers that reveal proxies and tunnels, whatever they are set up to forward. */
const OF_PROXIES = [
  'via',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-forwarded-prefix',
  'x-forwarded-scheme',
  'x-forwarded-ssl',
  'x-original-host',
  'x-original-for',
  'x-proxyuser-ip',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-ray',
  'cdn-loop',
  'fastly-client-ip',
]

/** Returns the ids of the people that a request may sign in as without a password. */
export function demoUserIdsFor({
  platform,
  header,
}: {
  platform: Pick<Platform, 'demoUserIds'>
  header: (name: string) => string | undefined
}): readonly bigint[] {
  const request = {
    host: header('host'),
    origin: header('origin'),
    fetchSite: header('sec-fetch-site'),
    isForwarded: OF_PROXIES.some((name) => header(name) !== undefined),
  }
  return mayUseDemoSignIn(request) ? platform.demoUserIds : []
}
