import { ApiError, demand, type Snowflake } from '@guildhall/protocol'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication, isPublicClient } from '../../../accounts/applications/index.ts'
import { secretFits } from '../../oauth2/index.ts'
import { mayHavePlayers } from '../rules.ts'

/** Game whose client or server makes a request. */
export interface GameClient {
  readonly application: Application
  /** The request had the client secret. */
  readonly confidential: boolean
}

/**
 * Returns the game of a request by its client id and secret. A public client has no secret to send.
 *
 * @throws ApiError UNKNOWN_APPLICATION, INVALID_CLIENT_SECRET, PROVISIONAL_ACCOUNTS_NOT_GRANTED
 */
export async function authenticateGame(
  work: Work,
  { client_id, client_secret }: { client_id: Snowflake; client_secret?: string | null | undefined },
): Promise<GameClient> {
  const application = await findApplication(work, client_id)
  if (!application) throw new ApiError('UNKNOWN_APPLICATION')
  const confidential = demandSecret(application, client_secret)
  demand(mayHavePlayers(application))
  return { application, confidential }
}

/** Whether a request had the secret of a client. @throws ApiError INVALID_CLIENT_SECRET for a wrong or missing one */
export function demandSecret(application: Application, secret: string | null | undefined): boolean {
  const confidential = secret !== undefined && secret !== null && secret !== ''
  const fits = confidential ? secretFits(secret, application.client_secret_hash) : isPublicClient(application)
  if (!fits) throw new ApiError('INVALID_CLIENT_SECRET')
  return confidential
}
