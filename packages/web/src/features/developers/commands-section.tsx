import type { ApplicationCommandObject } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorText, StatusText } from '../../ui/field.tsx'
import { WithPreview } from '../../ui/preview.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { CommandDetails, CommandPreview } from './command-preview.tsx'
import { COMMAND_TYPES, commandTitle } from './command-words.ts'
import type { SectionProps } from './section-props.ts'

/** The global commands of an application. Its bot registers them; the owner reads and deletes them. */
export function CommandsSection({ application }: SectionProps) {
  const client = useClient()
  const saving = useSave()
  const [openId, setOpenId] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<ApplicationCommandObject | null>(null)
  const path = `/applications/${application.id}/commands`
  const { data, error, refetch } = useQuery({
    queryKey: ['commands', application.id],
    queryFn: () => client.api.get<ApplicationCommandObject[]>(path, { query: { with_localizations: true } }),
    staleTime: 0,
  })
  const open = data?.find(({ id }) => id === openId) ?? data?.[0]

  async function remove(id: string) {
    if (!(await saving.run(() => client.api.delete(`${path}/${id}`)))) return
    setDeleting(null)
    await refetch()
  }

  const list = (
    <Section title="Commands" description="Global commands, as the bot registered them.">
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data?.length === 0 && (
        <p>
          No command yet. The bot registers its commands by <code>PUT {path}</code>; they appear here at once.
        </p>
      )}
      {saving.saved && <StatusText>Deleted.</StatusText>}
      {data && data.length > 0 && (
        <Rows>
          {data.map((command) => (
            <Row
              key={command.id}
              title={commandTitle(command)}
              detail={command.description || COMMAND_TYPES[command.type]}
            >
              <Button
                size="small"
                aria-label={`Show ${commandTitle(command)}`}
                aria-pressed={command === open}
                onClick={() => setOpenId(command.id)}
              >
                Show
              </Button>
              <Button size="small" aria-label={`Delete ${commandTitle(command)}`} onClick={() => setDeleting(command)}>
                Delete
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      {deleting && (
        <ConfirmDialog
          title={`Delete ${commandTitle(deleting)}?`}
          description={saving.error ?? 'People can no longer use it. The bot may register it again.'}
          action="Delete"
          danger
          busy={saving.busy}
          onConfirm={() => void remove(deleting.id)}
          onClose={() => setDeleting(null)}
        />
      )}
    </Section>
  )
  if (!open) return list
  return (
    <WithPreview preview={<CommandPreview key={open.id} application={application} command={open} />}>
      {list}
      <CommandDetails command={open} />
    </WithPreview>
  )
}
