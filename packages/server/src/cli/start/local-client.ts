import { type LocalClient, NoSocketError, startLocalClient } from '@guildhall/local-client'
import { UserError } from '../../kernel/user-error.ts'
import type { RunningPlatform } from '../../platform/main.ts'
import { tapeRpc } from '../../platform/taped-rpc.ts'
import { signInByName } from '../../resources/accounts/users/index.ts'
import { type ConsentOption, consentBy } from '../terminal/consent.ts'

/** The local client of `guildhall start --local-client` cannot start. */
class LocalClientError extends UserError {}

/**
 * Starts the local client of a person in the process of the platform.
 *
 * @throws LocalClientError for an unknown name, or if no socket is free
 */
export async function openLocalClient(
  platform: Pick<RunningPlatform, 'url' | 'units' | 'tape'>,
  { name, consent }: { name: string; consent: ConsentOption },
): Promise<LocalClient> {
  const token = await signInByName(platform.units, name)
  if (token === null) throw new LocalClientError(`--local-client: there is no person with the name ${name}.`)
  try {
    let userId = ''
    const client = await startLocalClient({
      server: platform.url,
      credentials: { token },
      ipcFolder: null,
      consent: consentBy(consent),
      trace: tapeRpc(platform.tape, () => userId),
      onSignedOut: () => void process.stderr.write('The session of the local client was ended.\n'),
    })
    userId = client.user.id
    return client
  } catch (cause) {
    if (cause instanceof NoSocketError) throw new LocalClientError(cause.message, { cause })
    throw cause
  }
}
