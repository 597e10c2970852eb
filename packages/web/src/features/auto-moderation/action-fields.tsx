import { AUTOMOD_MESSAGE_MAX, AutoModerationTrigger, ChannelType } from '@guildhall/protocol'
import { useChannelChoices } from '../../domain/guilds/guild-choices.ts'
import { amountText } from '../../lib/language/formats.ts'
import { t } from '../../lib/language/text.ts'
import { ErrorText, SelectField, SwitchField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import type { Saving } from '../../ui/use-save.ts'
import { canTimeOut, type RuleForm } from './rule-form.ts'

const ALERT_TYPES: readonly number[] = [
  ChannelType.GUILD_TEXT,
  ChannelType.GUILD_ANNOUNCEMENT,
  ChannelType.GUILD_VOICE,
  ChannelType.GUILD_STAGE_VOICE,
]

const TIMEOUTS: readonly (readonly [seconds: number, count: number, unit: string])[] = [
  [60, 60, 'second'],
  [300, 5, 'minute'],
  [600, 10, 'minute'],
  [3_600, 1, 'hour'],
  [86_400, 1, 'day'],
  [604_800, 1, 'week'],
  [2_419_200, 4, 'week'],
]

/** Fields of what a rule does about a text that it found. */
export function ActionFields(props: {
  guildId: string
  values: RuleForm
  onChange: (changes: Partial<RuleForm>) => void
  saving: Saving
}) {
  const { guildId, values, onChange, saving } = props
  const channels = useChannelChoices(guildId, ALERT_TYPES)
  const isProfile = values.trigger === AutoModerationTrigger.MEMBER_PROFILE
  const error = saving.errorOf('actions')
  const custom = values.timeoutSeconds !== 0 && !TIMEOUTS.some(([seconds]) => seconds === values.timeoutSeconds)
  return (
    <fieldset className={form.form}>
      <legend className={form.legend}>{t('When it is found')}</legend>
      {isProfile ? (
        <SwitchField
          label={t('Quarantine the member')}
          hint={t('The member can read, but not write, react or speak.')}
          checked={values.quarantines}
          onChange={({ target }) => onChange({ quarantines: target.checked })}
        />
      ) : (
        <SwitchField
          label={t('Block the message')}
          checked={values.blocks}
          onChange={({ target }) => onChange({ blocks: target.checked })}
        />
      )}
      {values.blocks && !isProfile && (
        <TextField
          label={t('Message to the author')}
          maxLength={AUTOMOD_MESSAGE_MAX}
          value={values.message}
          onChange={({ target }) => onChange({ message: target.value })}
        />
      )}
      <SelectField
        label={t('Send an alert to')}
        value={values.alertChannelId}
        onChange={({ target }) => onChange({ alertChannelId: target.value })}
      >
        <option value="">{t('No alert')}</option>
        {channels.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {canTimeOut(values.trigger) && (
        <SelectField
          label={t('Time the member out for')}
          value={values.timeoutSeconds}
          onChange={({ target }) => onChange({ timeoutSeconds: Number(target.value) })}
        >
          <option value={0}>{t('No timeout')}</option>
          {custom && <option value={values.timeoutSeconds}>{amountText(values.timeoutSeconds, 'second')}</option>}
          {TIMEOUTS.map(([seconds, count, unit]) => (
            <option key={seconds} value={seconds}>
              {amountText(count, unit)}
            </option>
          ))}
        </SelectField>
      )}
      {error && <ErrorText>{error}</ErrorText>}
    </fieldset>
  )
}
