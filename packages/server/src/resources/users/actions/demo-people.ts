import type { Platform } from '../../../kernel/platform.ts'
import { mayUseDemoSignIn } from '../rules.ts'

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
    isForwarded: ['forwarded', 'x-forwarded-for', 'x-forwarded-host'].some((name) => header(name) !== undefined),
  }
  return mayUseDemoSignIn(request) ? platform.demoUserIds : []
}
