import { VANITY_CODE_MAX } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/client.ts'
import type { SectionProps } from '../../domain/guilds/section.ts'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { ErrorText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'

/** The invite address that a guild has chosen. */
export function VanitySection({ guildId }: SectionProps) {
  const may = useClientState(({ guilds }) => guilds.get(guildId)?.guild.features.includes('VANITY_URL') ?? false)
  return (
    <Section title={t('Vanity URL')} description={t('An invite with a name of your choice, which does not expire.')}>
      {may ? (
        <VanityForm guildId={guildId} />
      ) : (
        <p>{t('The guild needs the feature VANITY_URL, which the platform gives.')}</p>
      )}
    </Section>
  )
}

function VanityForm({ guildId }: { guildId: string }) {
  const client = useClient()
  const saving = useSave()
  const { data, error, refetch } = useQuery({
    queryKey: ['vanity-url', guildId],
    queryFn: () => client.api.call('get_guild_vanity_url', { params: { guild_id: guildId } }),
    staleTime: 0,
  })
  const changes = useChanges({ code: data?.code ?? null })
  const submit = changes.onSubmit(saving, async ({ code = null }) => {
    await client.api.call('update_guild_vanity_url', { params: { guild_id: guildId }, body: { code } })
    await refetch()
  })
  if (error) return <ErrorText>{messageOf(error)}</ErrorText>
  if (!data) return null

  return (
    <form className={form.form} onSubmit={submit}>
      <TextField
        label={t('Code')}
        {...changes.optional('code')}
        minLength={2}
        maxLength={VANITY_CODE_MAX}
        pattern="[A-Za-z0-9\-]+"
        hint={t(
          '{origin}/invite/… Letters, digits and hyphens; empty for none. {uses, plural, one {# use} other {# uses}}.',
          {
            origin: location.origin,
            uses: data.uses,
          },
        )}
        error={saving.errorOf('code')}
      />
      <SaveBar saving={saving} changes={changes} />
    </form>
  )
}
