import type { GuildState } from '@guildhall/client/records'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { amountText } from '../../lib/language/formats.ts'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorText, SelectField, StatusText } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

const DAYS: readonly number[] = [1, 7, 30]

/** Shows the number of members without roles who have been inactive for some days, and removes them. */
export function PruneMembers({ guild }: { guild: GuildState }) {
  const client = useClient()
  const counting = useSave()
  const pruning = useSave()
  const [found, setFound] = useState<{ days: number; count: number } | null>(null)
  const [removed, setRemoved] = useState<number | null>(null)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const days = Number(new FormData(event.currentTarget).get('days'))
    void counting.run(async () => {
      const { pruned } = await client.api.call('preview_prune_guild', {
        params: { guild_id: guild.guild.id },
        query: { days },
      })
      setRemoved(null)
      setFound({ days, count: pruned ?? 0 })
    })
  }

  async function prune() {
    if (!found) return
    const done = await pruning.run(async () => {
      const { pruned } = await client.api.call('prune_guild', {
        params: { guild_id: guild.guild.id },
        body: { days: found.days, compute_prune_count: true },
      })
      setRemoved(pruned)
    })
    if (done) setFound(null)
  }

  return (
    <Section title={t('Prune')} description={t('Removes members without a role who have not been here for some time.')}>
      <form className={form.form} onSubmit={submit}>
        <SelectField label={t('Not here for')} name="days" defaultValue={30} error={counting.error ?? undefined}>
          {DAYS.map((days) => (
            <option key={days} value={days}>
              {amountText(days, 'day')}
            </option>
          ))}
        </SelectField>
        <p>
          <Button type="submit" busy={counting.busy}>
            {t('Count members')}
          </Button>
        </p>
        {found?.count === 0 && <StatusText>{t('Nobody would be removed.')}</StatusText>}
        {removed !== null && <StatusText>{t('Removed members: {removed}', { removed })}</StatusText>}
        {pruning.error && <ErrorText>{pruning.error}</ErrorText>}
      </form>
      {found && found.count > 0 && (
        <ConfirmDialog
          title={t('Remove {count, plural, one {# member} other {# members}} of {guild}?', {
            count: found.count,
            guild: guild.guild.name,
          })}
          description={pruning.error ?? t('They can come back with an invite.')}
          action={t('Prune')}
          danger
          busy={pruning.busy}
          onConfirm={() => void prune()}
          onClose={() => setFound(null)}
        />
      )}
    </Section>
  )
}
