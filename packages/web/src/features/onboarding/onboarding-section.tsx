import { newNonce } from '@guildhall/client/records'
import { type GuildOnboardingObject, ONBOARDING_CHANNELS_MIN, ONBOARDING_PROMPTS_MAX } from '@guildhall/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/client.ts'
import { useChannelChoices } from '../../domain/guilds/guild-choices.ts'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { differences } from '../../ui/changes.ts'
import { ChoicesField } from '../../ui/choices-field.tsx'
import { ErrorText, SwitchField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import { bodyOfOnboarding, countedChannels, newPrompt, onboardingFormOf, type PromptForm } from './onboarding-form.ts'
import { PromptEditor } from './prompt-editor.tsx'
import { WelcomeScreenForm } from './welcome-screen-form.tsx'

/** The questions for newcomers, the channels that they see at once, and the welcome screen. */
export function OnboardingSection({ guildId }: SectionProps) {
  const client = useClient()
  const { data, error } = useQuery({
    queryKey: ['onboarding', guildId],
    queryFn: () => client.api.call('get_guilds_onboarding', { params: { guild_id: guildId } }),
    staleTime: 0,
    // An update in the background would throw away what is being typed.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <>
      <Section
        title={t('Onboarding')}
        description={t('Newcomers answer questions. Their answers give them roles and channels.')}
      >
        {error && <ErrorText>{messageOf(error)}</ErrorText>}
        {data && <OnboardingEditor guildId={guildId} onboarding={data} />}
      </Section>
      <WelcomeScreenForm guildId={guildId} />
    </>
  )
}

const DEFAULT_CHANNELS_MAX = 500
const WRITABLE_CHANNELS_MIN = 5

function OnboardingEditor({ guildId, onboarding }: { guildId: string; onboarding: GuildOnboardingObject }) {
  const client = useClient()
  const queries = useQueryClient()
  const saving = useSave()
  const channels = useChannelChoices(guildId)
  const changes = useChanges(onboardingFormOf(onboarding))
  const { values, set: change } = changes
  const changePrompt = (index: number, prompt: PromptForm) => change({ prompts: values.prompts.with(index, prompt) })

  const submit = changes.onSubmit(saving, async () => {
    const body = differences(bodyOfOnboarding(onboardingFormOf(onboarding)), bodyOfOnboarding(values))
    queries.setQueryData(
      ['onboarding', guildId],
      await client.api.call('put_guilds_onboarding', { params: { guild_id: guildId }, body }),
    )
  })

  return (
    <form className={form.form} onSubmit={submit}>
      <SwitchField
        label={t('Enable onboarding')}
        hint={t(
          'It needs {min} channels that newcomers see, {writable} of which they can write in. {count, plural, one {# is} other {# are}} chosen.',
          { min: ONBOARDING_CHANNELS_MIN, writable: WRITABLE_CHANNELS_MIN, count: countedChannels(values) },
        )}
        checked={values.enabled}
        onChange={({ target }) => change({ enabled: target.checked })}
      />
      <SwitchField
        label={t('Count channels of answers')}
        hint={t('Channels that an answer gives count as channels that newcomers see.')}
        checked={values.advanced}
        onChange={({ target }) => change({ advanced: target.checked })}
      />
      <ChoicesField
        label={t('Default channels')}
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
            {t('Add question')}
          </Button>
        </div>
      )}
      <SaveBar saving={saving} changes={changes} />
    </form>
  )
}
