import { finishSso } from './finish-sso.ts'
import { linkMyProvider } from './link-my-provider.ts'
import { listMyProviders } from './list-my-providers.ts'
import { returnFromSso } from './return-from-sso.ts'
import { startSso } from './start-sso.ts'
import { unlinkMyProvider } from './unlink-my-provider.ts'

export const identityProviderOperations = [finishSso, linkMyProvider, listMyProviders, unlinkMyProvider]

/** Requests of browsers on their way to a provider and back. */
export const signInPageOperations = [returnFromSso, startSso]
