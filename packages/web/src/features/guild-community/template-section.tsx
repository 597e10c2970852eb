import { type GuildTemplateObject, TEMPLATE_DESCRIPTION_MAX, TEMPLATE_NAME_MAX } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/client.ts'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { fullTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { ErrorText, StatusText, TextArea, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'

/** The template of a guild: others create guilds with the same channels and roles from it. */
export function TemplateSection({ guildId }: SectionProps) {
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['templates', guildId],
    queryFn: () => client.api.call('list_guild_templates', { params: { guild_id: guildId } }),
    staleTime: 0,
  })
  const [template] = data ?? []
  return (
    <Section
      title={t('Template')}
      description={t('A template holds channels, roles, permissions and settings, but no messages and no members.')}
    >
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {template && <TemplateState guildId={guildId} template={template} onChanged={refetch} />}
      {data && <TemplateForm key={template?.code} guildId={guildId} template={template} onSaved={refetch} />}
    </Section>
  )
}

interface Parts {
  guildId: string
  onChanged: () => Promise<unknown>
}

function TemplateState({ guildId, template, onChanged }: Parts & { template: GuildTemplateObject }) {
  const client = useClient()
  const syncing = useSave()
  const params = { guild_id: guildId, code: template.code }
  const sync = () => void syncing.run(() => client.api.call('sync_guild_template', { params })).then(onChanged)
  return (
    <div className={form.form}>
      <CopyField label={t('Template link')} value={`${location.origin}/template/${template.code}`} />
      <p>
        {t('Taken {time}, used {count, plural, one {once} other {# times}}.', {
          time: fullTime(template.updated_at),
          count: template.usage_count,
        })}{' '}
        {template.is_dirty ? t('The guild has changed since then.') : t('The guild has not changed since then.')}
      </p>
      <div>
        <Button onClick={sync} busy={syncing.busy} disabled={!template.is_dirty}>
          {t('Sync template')}
        </Button>{' '}
        <DeleteButton
          name={t('template')}
          note={t('Its link ends. Guilds that were created from it stay.')}
          onDelete={() => client.api.call('delete_guild_template', { params }).then(onChanged)}
        />
      </div>
      {syncing.saved && <StatusText>{t('Saved. The template is up to date.')}</StatusText>}
      {syncing.error && <ErrorText>{syncing.error}</ErrorText>}
    </div>
  )
}

function TemplateForm(props: {
  guildId: string
  template: GuildTemplateObject | undefined
  onSaved: () => Promise<unknown>
}) {
  const { guildId, template, onSaved } = props
  const client = useClient()
  const saving = useSave()
  const changes = useChanges(
    { name: template?.name ?? '', description: template?.description ?? null },
    { isNew: template === undefined },
  )
  const submit = changes.onSubmit(saving, async (changed) => {
    await (template
      ? client.api.call('update_guild_template', { params: { guild_id: guildId, code: template.code }, body: changed })
      : client.api.call('create_guild_template', { params: { guild_id: guildId }, body: changes.values }))
    await onSaved()
  })
  return (
    <form className={form.form} onSubmit={submit}>
      <TextField
        label={t('Name')}
        {...changes.text('name')}
        required
        maxLength={TEMPLATE_NAME_MAX}
        error={saving.errorOf('name')}
      />
      <TextArea
        label={t('Description')}
        {...changes.optional('description')}
        maxLength={TEMPLATE_DESCRIPTION_MAX}
        error={saving.errorOf('description')}
      />
      <SaveBar saving={saving} changes={changes} label={template ? t('Save') : t('Create template')} />
    </form>
  )
}
