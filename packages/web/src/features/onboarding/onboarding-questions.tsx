import { MemberFlag, type OnboardingPromptObject } from '@guildhall/protocol'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { CustomEmoji } from '../../domain/markdown/markdown.tsx'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { ChoicesField } from '../../ui/choices-field.tsx'
import { ErrorText } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { useSave } from '../../ui/use-save.ts'
import styles from './onboarding.module.css'
import { answersOf, openPrompts, withAnswer } from './onboarding-form.ts'

type Option = OnboardingPromptObject['options'][number]
const DROPDOWN = 1

/** The questions of an onboarding, with the answers that the member has given. */
export function OnboardingQuestions(props: { guildId: string; prompts: readonly OnboardingPromptObject[] }) {
  const { guildId, prompts } = props
  const client = useClient()
  const saving = useSave()
  const member = useClientState(({ guilds, self }) => guilds.get(guildId)?.members.get(self?.id ?? ''))
  const settled = ((member?.flags ?? 0) & MemberFlag.COMPLETED_ONBOARDING) !== 0
  const [chosen, setChosen] = useState(() => answersOf(prompts, member?.roles ?? []))
  const [checked, setChecked] = useState(false)
  const open = openPrompts(prompts, chosen)
  // Later questions are offered once those of newcomers are answered.
  const asked = settled ? prompts : prompts.filter(({ in_onboarding }) => in_onboarding)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setChecked(true)
    if (open.length > 0) return
    void saving.run(() =>
      client.api.call('create_onboarding_responses', {
        params: { guild_id: guildId },
        body: { onboarding_responses: [...chosen] },
      }),
    )
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      {asked.map((prompt) => (
        <Question
          key={prompt.id}
          prompt={prompt}
          chosen={chosen}
          missing={checked && open.includes(prompt.id)}
          onChange={setChosen}
        />
      ))}
      <SaveBar saving={saving} label={settled ? t('Save answers') : t('Finish')} />
      {(saving.saved || settled) && (
        <p>
          <Link to="/channels/$guildId" params={{ guildId }}>
            {t('Go to the channels')}
          </Link>
        </p>
      )}
    </form>
  )
}

function Question(props: {
  prompt: OnboardingPromptObject
  chosen: ReadonlySet<string>
  missing: boolean
  onChange: (chosen: ReadonlySet<string>) => void
}) {
  const { prompt, chosen, missing, onChange } = props
  const { title, required, single_select, options } = prompt
  const label = required ? t('{title} (required)', { title }) : title
  return (
    <fieldset className={styles.question}>
      <legend className={styles.heading}>{label}</legend>
      {prompt.type === DROPDOWN ? (
        <ChoicesField
          label={t('Answers')}
          choices={options.map(({ id, title, description }) => ({ value: id, label: title, detail: description }))}
          chosen={options.filter(({ id }) => chosen.has(id)).map(({ id }) => id)}
          max={options.length}
          onChange={(ids) => onChange(withAnswers(chosen, prompt, ids))}
        />
      ) : (
        <div className={styles.answers}>
          {options.map((option) => (
            <label key={option.id} className={styles.answer}>
              <input
                type={single_select ? 'radio' : 'checkbox'}
                name={prompt.id}
                checked={chosen.has(option.id)}
                onChange={({ target }) => onChange(withAnswer(chosen, prompt, option.id, target.checked))}
              />
              <OptionEmoji option={option} />
              <span className={styles.answerText}>
                {option.title}
                {option.description && <span className={styles.muted}>{option.description}</span>}
              </span>
            </label>
          ))}
        </div>
      )}
      {missing && <ErrorText>{single_select ? t('Choose one answer.') : t('Choose an answer.')}</ErrorText>}
    </fieldset>
  )
}

/** Returns the chosen options with those of one question replaced; of a single choice the newest one stays. */
function withAnswers(chosen: ReadonlySet<string>, prompt: OnboardingPromptObject, ids: readonly string[]) {
  const others = [...chosen].filter((id) => !prompt.options.some((option) => option.id === id))
  return new Set([...others, ...(prompt.single_select ? ids.slice(-1) : ids)])
}

function OptionEmoji({ option: { emoji } }: { option: Option }) {
  if (!emoji.id && !emoji.name) return null
  return (
    <span aria-hidden>
      {emoji.id ? <CustomEmoji id={emoji.id} name={emoji.name ?? ''} animated={emoji.animated ?? false} /> : emoji.name}
    </span>
  )
}
