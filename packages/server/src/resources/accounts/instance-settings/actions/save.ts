import { ApiError, Faults, invalidForm } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { logAction, type Operator } from '../../operators/index.ts'
import { settingsSaved } from '../consequences.ts'
import { PLATFORM, settingsChanged } from '../events.ts'
import { type IdentityProvider, type InstanceSettings, SETTING_NAMES } from '../model.ts'
import { presentSetting } from '../present.ts'
import { maySet, withSecrets } from '../rules.ts'
import * as store from '../store.ts'

/**
 * Changes settings. They work at once.
 *
 * @throws ApiError INVALID_FORM_BODY at settings that the environment gives, and at values that cannot be
 */
export async function saveSettings(
  work: Work,
  operator: Operator,
  changes: Partial<InstanceSettings>,
): Promise<InstanceSettings> {
  const faults = new Faults()
  const given: ReadonlyMap<string, unknown> = new Map(Object.entries(changes))
  const wanted = SETTING_NAMES.filter((name) => given.has(name)).map((name) => [name, given.get(name)] as const)
  for (const [name, value] of wanted) {
    if (Object.hasOwn(work.hosting.settings, name))
      faults.add([name], 'SETTING_LOCKED', 'The environment of the process sets this.')
    const verdict = maySet(name, value)
    if (!verdict.ok) faults.add([name], 'SETTING_INVALID', verdict.reason)
  }
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  const before = await work.lock('instance_settings', () => store.settingsOf(work))
  const whole = wanted.map(([name, value]) => [name, name === 'sso' ? providersToStore(value, before) : value] as const)
  const changed = whole.filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value))
  if (changed.length === 0) return before
  for (const [name, value] of changed) await store.putSetting(work, name, value)
  await logAction(work, operator, {
    action: 'settings',
    target: null,
    changes: changed.map(([name, value]) => ({
      key: name,
      old: presentSetting(name, before[name]),
      new: presentSetting(name, value),
    })),
  })
  const after = await store.settingsOf(work)
  await work.follow(settingsSaved, null)
  work.emit(settingsChanged, PLATFORM, { disk_reserve_bytes: after.disk_reserve_bytes })
  return after
}

/** @throws ApiError INVALID_FORM_BODY at `sso` */
function providersToStore(given: unknown, before: InstanceSettings): readonly IdentityProvider[] {
  const providers = withSecrets(given as readonly IdentityProvider[], before.sso)
  if (!providers) throw invalidForm(['sso'], 'SETTING_INVALID', 'A new provider, or another issuer, needs its secret.')
  return providers
}
