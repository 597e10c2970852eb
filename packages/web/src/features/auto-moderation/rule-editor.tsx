import {
  AUTOMOD_NAME_MAX,
  type AutoModerationRuleObject,
  AutoModerationTrigger,
  ChannelType,
} from '@guildhall/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useChannelChoices, useRoleChoices } from '../../domain/guilds/guild-choices.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { differences } from '../../ui/changes.ts'
import { ChoicesField } from '../../ui/choices-field.tsx'
import { SwitchField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import { ActionFields } from './action-fields.tsx'
import { bodyOfRule, type RuleForm, triggerName } from './rule-form.ts'
import { TriggerFields } from './trigger-fields.tsx'

const EXEMPT_ROLES_MAX = 20
const EXEMPT_CHANNELS_MAX = 50
/** Types of channels in which messages are checked, and categories of them. */
const CHECKED_TYPES: readonly number[] = [
  ChannelType.GUILD_TEXT,
  ChannelType.GUILD_ANNOUNCEMENT,
  ChannelType.GUILD_VOICE,
  ChannelType.GUILD_STAGE_VOICE,
  ChannelType.GUILD_FORUM,
  ChannelType.GUILD_MEDIA,
  ChannelType.GUILD_CATEGORY,
]

/** The form of one rule; `rule` is null for a new one. */
export function RuleEditor(props: { guildId: string; rule: AutoModerationRuleObject | null; start: RuleForm }) {
  const { guildId, rule, start } = props
  const client = useClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const saving = useSave()
  const changes = useChanges(start, { isNew: rule === null })
  const { values, set: change } = changes
  const opened = useRef<AutoModerationRuleObject>(null)

  const submit = changes.onSubmit(
    saving,
    async () => {
      const body = bodyOfRule(values)
      opened.current = rule
        ? await client.api.call('update_auto_moderation_rule', {
            params: { guild_id: guildId, rule_id: rule.id },
            body: differences(bodyOfRule(start), body),
          })
        : await client.api.call('create_auto_moderation_rule', { params: { guild_id: guildId }, body })
      await queries.invalidateQueries({ queryKey: ['auto-moderation', guildId] })
    },
    () => {
      const params = { guildId, _splat: `auto-moderation/${opened.current?.id}` }
      if (!rule) void navigate({ to: '/guilds/$guildId/settings/$', params, replace: true })
    },
  )

  return (
    <Section
      title={rule?.name ?? t('New rule: {name}', { name: triggerName(start.trigger) })}
      description={
        <Link to="/guilds/$guildId/settings/$" params={{ guildId, _splat: 'auto-moderation' }}>
          {t('All rules')}
        </Link>
      }
    >
      <form className={form.form} onSubmit={submit}>
        <TextField
          label={t('Name')}
          required
          maxLength={AUTOMOD_NAME_MAX}
          value={values.name}
          onChange={({ target }) => change({ name: target.value })}
          error={saving.errorOf('name')}
        />
        <SwitchField
          label={t('Enabled')}
          checked={values.enabled}
          onChange={({ target }) => change({ enabled: target.checked })}
        />
        <TriggerFields values={values} onChange={change} saving={saving} />
        <ActionFields guildId={guildId} values={values} onChange={change} saving={saving} />
        <Exemptions guildId={guildId} values={values} onChange={change} />
        <SaveBar saving={saving} changes={changes} />
      </form>
    </Section>
  )
}

function Exemptions(props: { guildId: string; values: RuleForm; onChange: (changes: Partial<RuleForm>) => void }) {
  const { guildId, values, onChange } = props
  const roles = useRoleChoices(guildId)
  const channels = useChannelChoices(guildId, CHECKED_TYPES)
  return (
    <>
      <ChoicesField
        label={t('Roles that are not checked')}
        hint={t('Members who manage the guild are never checked.')}
        choices={roles}
        chosen={values.exemptRoles}
        max={EXEMPT_ROLES_MAX}
        onChange={(exemptRoles) => onChange({ exemptRoles })}
      />
      {values.trigger !== AutoModerationTrigger.MEMBER_PROFILE && (
        <ChoicesField
          label={t('Channels that are not checked')}
          choices={channels}
          chosen={values.exemptChannels}
          max={EXEMPT_CHANNELS_MAX}
          onChange={(exemptChannels) => onChange({ exemptChannels })}
        />
      )}
    </>
  )
}
