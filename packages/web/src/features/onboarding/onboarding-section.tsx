import { type GuildOnboardingObject, ONBOARDING_CHANNELS_MIN, ONBOARDING_PROMPTS_MAX } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useChannelChoices } from '../../domain/guilds/guild-choices.ts'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { useClient } from '../../gateway/react.tsx'
import { newNonce } from '../../lib/ids.ts'
import { Button } from '../../ui/button.tsx'
import { ChoicesField } from '../../ui/choices-field.tsx'
import { ErrorText, SwitchField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import {
  bodyOfOnboarding,
  countedChannels,
  newPrompt,
  type OnboardingForm,
  onboardingFormOf,
  type PromptForm,
} from './onboarding-form.ts'
import { PromptEditor } from './prompt-editor.tsx'
import { WelcomeScreenForm } from './welcome-screen-form.tsx'

/** The questions for newcomers, the channels that they see at once, and the welcome screen. */
export function OnboardingSection({ guildId }: SectionProps) {
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: ['onboarding', guildId],
    queryFn: () => client.api.get<GuildOnboardingObject>(`/guilds/${guildId}/onboarding`),
    staleTime: 0,
    // An update in the background would throw away what is being typed.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <>
      <Section title="Onboarding" description="Newcomers answer questions. Their answers give them roles and channels.">
        {error && <ErrorText>{messageOf(error)}</ErrorText>}
        {data && <OnboardingEditor guildId={guildId} onboarding={data} />}
      </Section>
      <WelcomeScreenForm guildId={guildId} />
    </>
  )
}

const DEFAULT_CHANNELS_MAX = 500

function OnboardingEditor({ guildId, onboarding }: { guildId: string; onboarding: GuildOnboardingObject }) {
  const client = useClient()
  const saving = useSave()
  const channels = useChannelChoices(guildId)
  const [values, setValues] = useState(() => onboardingFormOf(onboarding))
  const change = (changes: Partial<OnboardingForm>) => setValues({ ...values, ...changes })
  const changePrompt = (index: number, prompt: PromptForm) => change({ prompts: values.prompts.with(index, prompt) })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void saving.run(async () => {
      const path = `/guilds/${guildId}/onboarding`
      setValues(onboardingFormOf(await client.api.put<GuildOnboardingObject>(path, bodyOfOnboarding(values))))
    })
  }

  return (
    <form className={form.form} onSubmit={submit}>
      <SwitchField
        label="Enable onboarding"
        hint={`It needs ${ONBOARDING_CHANNELS_MIN} channels that newcomers see, 5 of which they can write in. ${countedChannels(values)} are chosen.`}
        checked={values.enabled}
        onChange={({ target }) => change({ enabled: target.checked })}
      />
      <SwitchField
        label="Count channels of answers"
        hint="Channels that an answer gives count as channels that newcomers see."
        checked={values.advanced}
        onChange={({ target }) => change({ advanced: target.checked })}
      />
      <ChoicesField
        label="Default channels"
        choices={channels}
        chosen={values.defaultChannels}
        max={DEFAULT_CHANNELS_MAX}
        onChange={(defaultChannels) => change({ defaultChannels })}
        error={saving.errorOf('default_channel_ids')}
      />
      {values.prompts.map((prompt, index) => (
        <PromptEditor
          key={prompt.id}
          guildId={guildId}
          prompt={prompt}
          number={index + 1}
          errorOf={(...path) => saving.errorOf('prompts', String(index), ...path)}
          onChange={(next) => changePrompt(index, next)}
          onRemove={() => change({ prompts: values.prompts.toSpliced(index, 1) })}
        />
      ))}
      {values.prompts.length < ONBOARDING_PROMPTS_MAX && (
        <div>
          <Button onClick={() => change({ prompts: [...values.prompts, newPrompt(newNonce(), newNonce())] })}>
            Add question
          </Button>
        </div>
      )}
      <SaveBar saving={saving} />
    </form>
  )
}
