import type { BodyOf } from '@guildhall/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { type Message, msg, t } from '../../lib/language/text.ts'
import { ErrorText, SelectField, SwitchField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { type Changes, useChanges } from '../../ui/use-changes.ts'
import { type Saving, useSave } from '../../ui/use-save.ts'
import { OperatorKey } from './operator-key.tsx'
import type { Provider } from './provider-values.ts'
import { SignInProviders } from './sign-in-providers.tsx'

type Name = keyof BodyOf<'update_instance_settings'>
type Values = Record<string, string | number | boolean | null>

/** Label and field of a setting. */
interface Shown {
  readonly label: Message
  /** Kind of field. A limit is a number, or empty for none. A secret is never shown, only replaced. */
  readonly kind: 'text' | 'number' | 'limit' | 'switch' | 'list' | 'secret' | Readonly<Record<string, Message>>
  readonly hint?: Message
}

const NO_LIMIT = msg('Empty for no limit.')

/** Settings in the order of the page. */
const SHOWN: Readonly<Record<Exclude<Name, 'sso'>, Shown>> = {
  name: { label: msg('Name of the platform'), kind: 'text' },
  registration: {
    label: msg('Registration'),
    kind: {
      closed: msg('Closed: operators create accounts'),
      invite: msg('By invite'),
      approval: msg('Everyone, and an operator decides'),
      open: msg('Everyone'),
    },
  },
  registration_email: {
    label: msg('E-mail at registration'),
    kind: { none: msg('None'), optional: msg('Optional'), verified: msg('Must be confirmed') },
  },
  registration_challenge: { label: msg('Browsers of strangers prove work'), kind: 'switch' },
  registration_domains: {
    label: msg('Domains of mail that may register'),
    kind: 'list',
    hint: msg('With commas between them. Empty for all.'),
  },
  registrations_per_hour: { label: msg('Registrations in an hour'), kind: 'number' },
  guild_invites_register: { label: msg('Invites of guilds let people register'), kind: 'switch' },
  terms_url: { label: msg('Address of the terms'), kind: 'text' },
  privacy_url: { label: msg('Address of the privacy policy'), kind: 'text' },
  contact_email: { label: msg('Address for questions'), kind: 'text' },
  guild_creation: {
    label: msg('Who may create guilds'),
    kind: { everyone: msg('Everyone'), operators: msg('Operators') },
  },
  operator_second_factor: { label: msg('Operators prove a second factor'), kind: 'switch' },
  passwords: { label: msg('Sign-in by password'), kind: 'switch' },
  link_previews: { label: msg('Previews of links, which this server loads'), kind: 'switch' },
  smtp_url: { label: msg('Mail server'), kind: 'secret', hint: msg('smtp://user:password@host:587') },
  mail_from: { label: msg('Sender of mails'), kind: 'text' },
  push_content: { label: msg('Push notifications contain the text of messages'), kind: 'switch' },
  retention_messages_days: {
    label: msg('Days for which messages are kept'),
    kind: 'limit',
    hint: msg('Pinned messages stay. Empty for no limit.'),
  },
  retention_files_days: { label: msg('Days for which attachments are kept'), kind: 'limit', hint: NO_LIMIT },
  retention_addresses_days: { label: msg('Days for which network addresses are kept'), kind: 'number' },
  retention_reports_days: { label: msg('Days for which decided reports are kept'), kind: 'number' },
  deletion_grace_days: { label: msg('Days in which a deleted account can come back'), kind: 'number' },
  quota_person_bytes: { label: msg('Bytes of files of one person'), kind: 'limit', hint: NO_LIMIT },
  quota_guild_bytes: { label: msg('Bytes of files of one guild'), kind: 'limit', hint: NO_LIMIT },
  quota_files_bytes: { label: msg('Bytes of all files'), kind: 'limit', hint: NO_LIMIT },
  disk_reserve_bytes: { label: msg('Bytes that uploads leave free on the disk'), kind: 'limit', hint: NO_LIMIT },
  backup_to: { label: msg('Folder of backups'), kind: 'text', hint: msg('Or a bucket, such as s3://BUCKET/PREFIX.') },
  backup_at: { label: msg('Time of the daily backup'), kind: 'text', hint: msg('In UTC, such as 03:00.') },
  backup_keep: { label: msg('Daily backups that are kept'), kind: 'number' },
  backup_recipient: {
    label: msg('Key that backups are encrypted to'),
    kind: 'text',
    hint: msg('It begins with age1.'),
  },
  metrics_token: { label: msg('Token that reads metrics'), kind: 'secret' },
}
type FieldName = keyof typeof SHOWN
const NAMES = Object.keys(SHOWN) as readonly FieldName[]

/** Settings of the platform. They work at once. */
export function InstanceSettings() {
  const { api } = useClient()
  const { data, error } = useQuery({
    queryKey: ['administration', 'settings'],
    queryFn: () => api.call('get_instance_settings'),
    staleTime: 0,
  })
  return (
    <>
      <Section title={t('Settings')} description={t('Changes work at once.')}>
        {error && <ErrorText>{messageOf(error)}</ErrorText>}
        {data && <SettingsForm settings={data.settings} locked={data.locked} />}
      </Section>
      {data && (
        <SignInProviders
          providers={(data.settings.sso ?? []) as readonly Provider[]}
          isLocked={data.locked.includes('sso')}
        />
      )}
      {data && <OperatorKey />}
    </>
  )
}

function SettingsForm({
  settings,
  locked,
}: {
  settings: Readonly<Record<string, unknown>>
  locked: readonly string[]
}) {
  const { api } = useClient()
  const queries = useQueryClient()
  const saving = useSave()
  const changes = useChanges<Values>(Object.fromEntries(NAMES.map((name) => [name, typed(name, settings[name])])))
  const save = async (changed: Partial<Values>) => {
    const body = Object.fromEntries(
      Object.entries(changed).map(([name, value]) => [name, sent(name as FieldName, value)]),
    )
    queries.setQueryData(['administration', 'settings'], await api.call('update_instance_settings', { body }))
  }
  return (
    <form className={form.form} onSubmit={changes.onSubmit(saving, save)}>
      {NAMES.map((name) => (
        <SettingField
          key={name}
          name={name}
          isLocked={locked.includes(name)}
          isSet={settings[name] === true}
          changes={changes}
          saving={saving}
        />
      ))}
      <SaveBar saving={saving} changes={changes} label={t('Save changes')} />
    </form>
  )
}

/** Returns the value of a setting as its field has it. */
function typed(name: FieldName, value: unknown): string | number | boolean | null {
  const { kind } = SHOWN[name]
  if (kind === 'secret') return null
  if (kind === 'limit') return value === null ? null : String(value)
  return Array.isArray(value) ? value.join(', ') : (value as string | number | boolean | null)
}

/** Returns the value of a field as the server takes it. */
function sent(name: FieldName, value: unknown): unknown {
  const { kind } = SHOWN[name]
  if (kind === 'limit') return value === null ? null : Number(value)
  if (kind !== 'list') return value
  return String(value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function SettingField(props: {
  name: FieldName
  isLocked: boolean
  /** Whether a secret has a value. */
  isSet: boolean
  changes: Changes<Values>
  saving: Saving
}) {
  const { name, isLocked, isSet, changes, saving } = props
  const { label, kind, hint } = SHOWN[name]
  const lines = [
    ...(hint ? [t(hint)] : []),
    ...(isSet && kind === 'secret' ? [t('It is set. A new value replaces it.')] : []),
    ...(isLocked ? [t('The environment of the server sets this.')] : []),
  ]
  const parts = { label: t(label), hint: lines.join(' ') || undefined, disabled: isLocked }
  if (kind === 'switch') return <SwitchField {...parts} {...changes.flag(name as never)} />
  const error = saving.errorOf(name)
  if (typeof kind === 'object')
    return (
      <SelectField {...parts} error={error} {...changes.text(name as never)}>
        {Object.entries(kind).map(([value, words]) => (
          <option key={value} value={value}>
            {t(words)}
          </option>
        ))}
      </SelectField>
    )
  const bound = kind === 'number' ? changes.number(name as never) : changes.optional(name as never)
  return (
    <TextField {...parts} type={kind === 'number' || kind === 'limit' ? 'number' : 'text'} error={error} {...bound} />
  )
}
