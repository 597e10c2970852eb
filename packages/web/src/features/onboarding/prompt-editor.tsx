import { newNonce } from '@guildhall/client/records'
import {
  ONBOARDING_OPTION_DESCRIPTION_MAX,
  ONBOARDING_OPTION_TARGETS_MAX,
  ONBOARDING_OPTION_TITLE_MAX,
  ONBOARDING_OPTIONS_MAX,
  ONBOARDING_PROMPT_TITLE_MAX,
} from '@guildhall/protocol'
import { EmojiField } from '../../domain/emoji/emoji-field.tsx'
import { useChannelChoices, useRoleChoices } from '../../domain/guilds/guild-choices.ts'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ChoicesField } from '../../ui/choices-field.tsx'
import { SwitchField, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import styles from './onboarding.module.css'
import { newOption, type OptionForm, type PromptForm } from './onboarding-form.ts'

interface EditorParts {
  guildId: string
  number: number
  errorOf: (...path: string[]) => string | undefined
  onRemove: () => void
}

/** Fields of one question and its answers. */
export function PromptEditor(props: EditorParts & { prompt: PromptForm; onChange: (prompt: PromptForm) => void }) {
  const { guildId, prompt, number, errorOf, onChange, onRemove } = props
  const change = (changes: Partial<PromptForm>) => onChange({ ...prompt, ...changes })
  const { options } = prompt
  return (
    <fieldset className={styles.prompt}>
      <legend className={form.legend}>{t('Question {number}', { number })}</legend>
      <TextField
        label={t('Question')}
        required
        maxLength={ONBOARDING_PROMPT_TITLE_MAX}
        value={prompt.title}
        onChange={({ target }) => change({ title: target.value })}
        error={errorOf('title')}
      />
      <SwitchField
        label={t('Ask on joining')}
        hint={t('Otherwise members find it later, under Channels and roles.')}
        checked={prompt.onJoining}
        onChange={({ target }) => change({ onJoining: target.checked })}
      />
      <SwitchField
        label={t('Needs an answer')}
        checked={prompt.required}
        onChange={({ target }) => change({ required: target.checked })}
      />
      <SwitchField
        label={t('Only one answer')}
        checked={prompt.single}
        onChange={({ target }) => change({ single: target.checked })}
      />
      <SwitchField
        label={t('Show as a list to open')}
        checked={prompt.dropdown}
        onChange={({ target }) => change({ dropdown: target.checked })}
      />
      {options.map((option, index) => (
        <OptionEditor
          key={option.id}
          guildId={guildId}
          option={option}
          number={index + 1}
          errorOf={(...path) => errorOf('options', String(index), ...path)}
          onChange={(next) => change({ options: options.with(index, next) })}
          onRemove={() => change({ options: options.toSpliced(index, 1) })}
          only={options.length === 1}
        />
      ))}
      <div className={styles.buttons}>
        {options.length < ONBOARDING_OPTIONS_MAX && (
          <Button size="small" onClick={() => change({ options: [...options, newOption(newNonce())] })}>
            {t('Add answer')}
          </Button>
        )}
        <Button size="small" look="quiet" onClick={onRemove}>
          {t('Remove question {number}', { number })}
        </Button>
      </div>
    </fieldset>
  )
}

function OptionEditor(
  props: EditorParts & { option: OptionForm; only: boolean; onChange: (option: OptionForm) => void },
) {
  const { guildId, option, number, only, errorOf, onChange, onRemove } = props
  const roles = useRoleChoices(guildId)
  const channels = useChannelChoices(guildId)
  const change = (changes: Partial<OptionForm>) => onChange({ ...option, ...changes })
  return (
    <fieldset className={styles.option}>
      <legend className={form.legend}>{t('Answer {number}', { number })}</legend>
      <TextField
        label={t('Answer')}
        required
        maxLength={ONBOARDING_OPTION_TITLE_MAX}
        value={option.title}
        onChange={({ target }) => change({ title: target.value })}
        error={errorOf('title')}
      />
      <TextField
        label={t('Explanation')}
        maxLength={ONBOARDING_OPTION_DESCRIPTION_MAX}
        value={option.description}
        onChange={({ target }) => change({ description: target.value })}
        error={errorOf('description')}
      />
      <EmojiField
        label={t('Emoji')}
        guildId={guildId}
        value={option.emoji}
        onChange={(emoji) => change({ emoji })}
        error={errorOf('emoji_id')}
      />
      <ChoicesField
        label={t('Roles that it gives')}
        choices={roles}
        chosen={option.roleIds}
        max={ONBOARDING_OPTION_TARGETS_MAX}
        onChange={(roleIds) => change({ roleIds })}
        error={errorOf('role_ids')}
      />
      <ChoicesField
        label={t('Channels that it gives')}
        choices={channels}
        chosen={option.channelIds}
        max={ONBOARDING_OPTION_TARGETS_MAX}
        onChange={(channelIds) => change({ channelIds })}
        error={errorOf('channel_ids')}
      />
      {!only && (
        <div>
          <Button size="small" look="quiet" onClick={onRemove}>
            {t('Remove answer {number}', { number })}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
