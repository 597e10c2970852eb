import type { ChannelObject } from '@guildhall/protocol'
import { useState } from 'react'
import { type ChosenFile, fileBytesMax, withFiles } from '../../domain/messages/chosen-files.ts'
import { useClientState } from '../../gateway/react.tsx'

/** Keeps the files of the next message, and the reason why one was not added. */
export function useChosenFiles(channel: ChannelObject) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [refusal, setRefusal] = useState<string | null>(null)
  const bytesMax = useClientState(({ self, guilds }) => fileBytesMax(self, guilds.get(channel.guild_id ?? '')?.guild))

  function add(added: Iterable<File>) {
    const next = withFiles(files, added, bytesMax)
    setFiles(next.files)
    setRefusal(next.refusal)
  }

  function change(next: readonly ChosenFile[]) {
    setFiles(next)
    setRefusal(null)
  }

  return { files, refusal, add, change }
}
