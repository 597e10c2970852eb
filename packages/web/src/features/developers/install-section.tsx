import { ALL_PERMISSIONS, type ApplicationObject } from '@guildhall/protocol'
import { t } from '../../lib/language/text.ts'
import { permissionsInWords } from '../../lib/permission-words.ts'
import { differences, mergeBits } from '../../ui/changes.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { WithPreview } from '../../ui/preview.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import { ConsentPreview } from './consent-preview.tsx'
import { useEditApplication } from './queries.ts'
import type { SectionProps } from './section-props.ts'

/** Installation as the form edits it. */
interface Draft {
  readonly guild: boolean
  readonly user: boolean
  readonly bot: boolean
  readonly permissions: bigint
  readonly customUrl: string
}

function draftOf({ integration_types_config: config = {}, custom_install_url }: ApplicationObject): Draft {
  const params = config['0']?.oauth2_install_params
  return {
    guild: '0' in config,
    user: '1' in config,
    bot: params?.scopes.includes('bot') ?? false,
    permissions: BigInt(params?.permissions ?? '0'),
    customUrl: custom_install_url ?? '',
  }
}

function bodyOf({ guild, user, bot, permissions, customUrl }: Draft): object {
  const guildParams = {
    scopes: ['applications.commands', ...(bot ? ['bot'] : [])],
    permissions: bot ? permissions.toString() : '0',
  }
  const userParams = { scopes: ['applications.commands'], permissions: '0' }
  return {
    custom_install_url: customUrl.trim() || null,
    integration_types_config: {
      ...(guild && { '0': { oauth2_install_params: guildParams } }),
      ...(user && { '1': { oauth2_install_params: userParams } }),
    },
  }
}

/** Contexts in which an application is installed, its install link, and a preview of the page that the link opens. */
export function InstallSection({ application }: SectionProps) {
  const edit = useEditApplication(application.id)
  const saving = useSave()
  const changes = useChanges(draftOf(application), { merges: { permissions: mergeBits } })
  const { values: draft, set: change } = changes
  const link = `${location.origin}/oauth2/authorize?client_id=${application.id}`
  const scopes = ['applications.commands', ...(draft.guild && draft.bot ? ['bot'] : [])]

  const submit = changes.onSubmit(saving, () => edit(differences(bodyOf(draftOf(application)), bodyOf(draft))))

  return (
    <WithPreview
      preview={
        <ConsentPreview
          application={application}
          scopes={scopes}
          {...(draft.guild && draft.bot && { permissions: draft.permissions })}
        />
      }
    >
      <Section title={t('Installation')} description={t('People add the application by its install link.')}>
        <CopyField label={t('Install link')} value={application.custom_install_url ?? link} />
        {draft.guild && draft.user && (
          <>
            <CopyField label={t('Link to add it to a guild')} value={`${link}&integration_type=0`} />
            <CopyField label={t('Link to add it to an account')} value={`${link}&integration_type=1`} />
          </>
        )}
        <form className={form.form} onSubmit={submit}>
          <Contexts draft={draft} onChange={change} />
          {saving.errorOf('integration_types_config') && (
            <ErrorText>{t('Choose at least one context. Without one nobody can install the application.')}</ErrorText>
          )}
          {draft.guild && <GuildInstall draft={draft} onChange={change} />}
          <TextField
            label={t('Custom install URL')}
            value={draft.customUrl}
            onChange={({ target }) => change({ customUrl: target.value })}
            placeholder="https://example.com/install"
            hint={t('A page of yours in place of the install link, for example to explain the permissions first.')}
            error={saving.errorOf('custom_install_url')}
          />
          <SaveBar saving={saving} changes={changes} />
        </form>
      </Section>
    </WithPreview>
  )
}

function Contexts({ draft, onChange }: { draft: Draft; onChange: (changes: Partial<Draft>) => void }) {
  return (
    <fieldset className={form.choices}>
      <legend className={form.legend}>{t('Contexts')}</legend>
      <label className={form.choice}>
        <input type="checkbox" checked={draft.guild} onChange={({ target }) => onChange({ guild: target.checked })} />
        {t('Guilds: members use its commands in that guild')}
      </label>
      <label className={form.choice}>
        <input type="checkbox" checked={draft.user} onChange={({ target }) => onChange({ user: target.checked })} />
        {t('People’s accounts: a person uses its commands everywhere')}
      </label>
    </fieldset>
  )
}

function GuildInstall({ draft, onChange }: { draft: Draft; onChange: (changes: Partial<Draft>) => void }) {
  const { bot, permissions } = draft
  return (
    <fieldset className={form.group}>
      <legend className={form.legend}>{t('In a guild')}</legend>
      <label className={form.choice}>
        <input type="checkbox" checked={bot} onChange={({ target }) => onChange({ bot: target.checked })} />
        {t('Add the bot as a member')}
      </label>
      {bot && (
        <details>
          <summary>{t('Permissions of the bot ({count})', { count: permissionsInWords(permissions).length })}</summary>
          <fieldset className={form.choices}>
            <legend className="visually-hidden">{t('Permissions')}</legend>
            {permissionsInWords(ALL_PERMISSIONS).map(({ name, bit }) => (
              <label key={name} className={form.choice}>
                <input
                  type="checkbox"
                  checked={(permissions & bit) !== 0n}
                  onChange={({ target }) =>
                    onChange({ permissions: target.checked ? permissions | bit : permissions & ~bit })
                  }
                />
                {name}
              </label>
            ))}
          </fieldset>
        </details>
      )}
    </fieldset>
  )
}
