import { OAuth2Error } from '@guildhall/protocol'
import type { AnyCaller, ClientCredentials } from '../../../../kernel/caller.ts'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication, isPublicClient } from '../../../accounts/applications/index.ts'
import { secretFits } from '../model.ts'

/** Client credentials in a form. */
export interface ClientFields {
  client_id?: string | undefined
  client_secret?: string | undefined
}

/** Application that makes an OAuth2 request. */
export interface AuthenticatedClient {
  readonly application: Application
  /** The client authenticated with its secret. */
  readonly confidential: boolean
}

/**
 * Returns the application of a request, by HTTP Basic or fields of the form. A public client has no secret.
 *
 * @throws OAuth2Error invalid_client
 */
export async function authenticateClient(
  work: Work,
  caller: AnyCaller,
  fields: ClientFields,
): Promise<AuthenticatedClient> {
  const { id, secret }: ClientCredentials = (caller.kind === 'none' ? caller.client : undefined) ?? {
    id: fields.client_id ?? '',
    secret: fields.client_secret ?? null,
  }
  const application = /^\d{1,19}$/.test(id) ? await findApplication(work, BigInt(id)) : undefined
  if (!application) throw new OAuth2Error('invalid_client', 'The client is unknown.')
  const confidential = secret !== null && secret !== ''
  const fits = confidential ? secretFits(secret, application.client_secret_hash) : isPublicClient(application)
  if (!fits) throw new OAuth2Error('invalid_client', 'The client credentials are wrong.')
  return { application, confidential }
}

/** Rejects a child of a publisher, whose tokens are exchanged for those of its parent. [AUT-25] */
export function rejectChild({ parent_id }: Application): void {
  if (parent_id !== null) throw new OAuth2Error('invalid_client', 'The application is the child of a publisher.')
}
