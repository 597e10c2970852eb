import { SETTING_NAMES, SETTINGS, type SettingName } from '../../resources/accounts/instance-settings/model.ts'
import { readSetting } from '../../resources/accounts/instance-settings/rules.ts'
import type { Given } from '../command.ts'
import { readVariables } from './environment.ts'
import type { Option, Options } from './option-reader.ts'

/** Draft of a command that reads settings of the instance from the environment. */
interface SettingsDraft {
  settings: Record<string, unknown>
}

/** An option about the identity provider that the environment gives. */
function providerOption(name: string, help: string): Option<SettingsDraft> {
  return {
    value: 'VALUE',
    help,
    read(draft, text) {
      if (name === 'oidc_issuer' && !/^https?:\/\/[^\s?#@]+$/.test(text)) return 'is no address of an issuer'
      draft.settings[name] = text
      return undefined
    },
  }
}

const PROVIDER_OPTIONS: Options<SettingsDraft> = {
  'oidc-issuer': providerOption('oidc_issuer', 'issuer of an identity provider (OpenID Connect)'),
  'oidc-client-id': providerOption('oidc_client_id', 'client id at that provider'),
  'oidc-client-secret': providerOption('oidc_client_secret', 'client secret at that provider'),
  'oidc-name': providerOption('oidc_name', 'name of that provider on the button (its host)'),
}

/** Settings that are options of `start` too, and read there. */
const OF_START: readonly SettingName[] = ['quota_person_bytes', 'quota_guild_bytes', 'disk_reserve_bytes']

/** Settings of the instance as options: they have variables, and no place on the command line. */
export const SETTING_OPTIONS: Options<SettingsDraft> = {
  ...PROVIDER_OPTIONS,
  ...Object.fromEntries(
    SETTING_NAMES.filter((name) => !OF_START.includes(name)).map((name): [string, Option<SettingsDraft>] => [
      name.replaceAll('_', '-'),
      {
        value: 'VALUE',
        help: SETTINGS[name].help,
        read(draft, text) {
          const read = readSetting(name, text)
          if ('fault' in read) return read.fault
          draft.settings[name] = read.value
          return undefined
        },
      },
    ]),
  ),
}

/** Reads the settings that stand in the environment. Returns the first thing that is wrong. */
export function readSettings(env: Given['env'], draft: SettingsDraft): string | undefined {
  const wrong = readVariables(env, draft, SETTING_OPTIONS)
  if (wrong !== undefined) return wrong
  const names = ['oidc_issuer', 'oidc_client_id', 'oidc_client_secret'] as const
  const missing = names.find((name) => !Object.hasOwn(draft.settings, name))
  if (missing === undefined || names.every((name) => !Object.hasOwn(draft.settings, name))) return undefined
  return `GUILDHALL_${missing.toUpperCase()} is missing: an identity provider needs its issuer, client id and secret`
}
