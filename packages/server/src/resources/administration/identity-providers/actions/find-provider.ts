import type { Work } from '../../../../kernel/work.ts'
import { settingsOf } from '../../../accounts/instance-settings/index.ts'
import type { IdentityProvider } from '../../../accounts/instance-settings/model.ts'
import { environmentProvider } from '../model.ts'

/** Returns the providers that sign people in: that of the environment first. */
export async function listProviders(work: Work): Promise<IdentityProvider[]> {
  const given = environmentProvider(work.hosting.settings)
  const { sso } = await settingsOf(work)
  return given ? [given, ...sso.filter(({ id }) => id !== given.id)] : [...sso]
}

/** Returns a provider by its id. */
export async function findProvider(work: Work, id: string): Promise<IdentityProvider | undefined> {
  return (await listProviders(work)).find((provider) => provider.id === id)
}
