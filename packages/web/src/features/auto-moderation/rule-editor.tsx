import { type AutoModerationRuleObject, AutoModerationTrigger, ChannelType } from '@guildhall/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useChannelChoices, useRoleChoices } from '../../domain/guilds/guild-choices.ts'
import { useClient } from '../../gateway/react.tsx'
import { ChoicesField } from '../../ui/choices-field.tsx'
import { SwitchField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
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
  const [values, setValues] = useState(start)
  const change = (changes: Partial<RuleForm>) => setValues({ ...values, ...changes })
  const path = `/guilds/${guildId}/auto-moderation/rules`

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void saving.run(async () => {
      const body = bodyOfRule(values)
      const saved = rule
        ? await client.api.patch<AutoModerationRuleObject>(`${path}/${rule.id}`, body)
        : await client.api.post<AutoModerationRuleObject>(path, body)
      await queries.invalidateQueries({ queryKey: ['auto-moderation', guildId] })
      const params = { guildId, _splat: `auto-moderation/${saved.id}` }
      if (!rule) await navigate({ to: '/guilds/$guildId/settings/$', params, replace: true })
    })
  }

  return (
    <Section
      title={rule?.name ?? `New rule: ${triggerName(start.trigger)}`}
      description={
        <Link to="/guilds/$guildId/settings/$" params={{ guildId, _splat: 'auto-moderation' }}>
          All rules
        </Link>
      }
    >
      <form className={form.form} onSubmit={submit}>
        <TextField
          label="Name"
          required
          maxLength={100}
          value={values.name}
          onChange={({ target }) => change({ name: target.value })}
          error={saving.errorOf('name')}
        />
        <SwitchField
          label="Enabled"
          checked={values.enabled}
          onChange={({ target }) => change({ enabled: target.checked })}
        />
        <TriggerFields values={values} onChange={change} saving={saving} />
        <ActionFields guildId={guildId} values={values} onChange={change} saving={saving} />
        <Exemptions guildId={guildId} values={values} onChange={change} />
        <SaveBar saving={saving} />
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
        label="Roles that are not checked"
        hint="Members who manage the guild are never checked."
        choices={roles}
        chosen={values.exemptRoles}
        max={EXEMPT_ROLES_MAX}
        onChange={(exemptRoles) => onChange({ exemptRoles })}
      />
      {values.trigger !== AutoModerationTrigger.MEMBER_PROFILE && (
        <ChoicesField
          label="Channels that are not checked"
          choices={channels}
          chosen={values.exemptChannels}
          max={EXEMPT_CHANNELS_MAX}
          onChange={(exemptChannels) => onChange({ exemptChannels })}
        />
      )}
    </>
  )
}
