import { type ChannelObject, ChannelType } from '@guildhall/protocol'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { canShift, shiftChannel } from '../../domain/channels/move-channels.ts'
import { MoveFailure } from '../../domain/channels/move-failure.tsx'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { Button } from '../../ui/button.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'

const ICON = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Place of a channel in the list, for those who do not drag. */
export function ChannelPlace({ channel, guildId }: { channel: ChannelObject; guildId: string }) {
  const client = useClient()
  // The order follows from all channels, so any change of one is looked at.
  useClientState(({ channels }) => channels)
  const kind = channel.type === ChannelType.GUILD_CATEGORY ? 'categories' : 'channels of its category'
  return (
    <Section title="Position">
      <Rows>
        <Row title="Place in the list" detail={`Among the ${kind}`}>
          <Button
            disabled={!canShift(client, channel.id, -1)}
            onClick={() => void shiftChannel(client, channel.id, -1)}
          >
            <ArrowUp {...ICON} />
            Move up
          </Button>
          <Button disabled={!canShift(client, channel.id, 1)} onClick={() => void shiftChannel(client, channel.id, 1)}>
            <ArrowDown {...ICON} />
            Move down
          </Button>
        </Row>
      </Rows>
      <MoveFailure guildId={guildId} />
    </Section>
  )
}
