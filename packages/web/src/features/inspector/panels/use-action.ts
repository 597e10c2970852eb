import { useQueryClient } from '@tanstack/react-query'
import { type Saving, useSave } from '../../../ui/use-save.ts'
import { CONTROL } from '../control-context.ts'

/** Follows a request that changes the platform. Every panel reads the platform again after it. */
export function useAction(): Saving {
  const saving = useSave()
  const queries = useQueryClient()
  return {
    ...saving,
    async run(request) {
      const done = await saving.run(request)
      await queries.invalidateQueries({ queryKey: [CONTROL], refetchType: 'active' })
      return done
    },
  }
}
