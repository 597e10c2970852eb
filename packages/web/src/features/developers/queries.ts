import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useClient } from '../../gateway/react.tsx'

const LIST = ['applications']
const one = (id: string) => ['application', id]

/** Returns the applications of the person. */
export function useApplications() {
  const client = useClient()
  return useQuery({ queryKey: LIST, queryFn: () => client.api.call('list_my_applications'), staleTime: 0 })
}

/** Returns one application of the person. */
export function useApplication(id: string) {
  const client = useClient()
  return useQuery({
    queryKey: one(id),
    queryFn: () => client.api.call('get_application', { params: { application_id: id } }),
    staleTime: 0,
    retry: false,
  })
}

/** Returns a function that changes an application and shows the result everywhere. */
export function useEditApplication(id: string) {
  const client = useClient()
  const queries = useQueryClient()
  return async (changes: object) => {
    const edited = await client.api.call('update_application', { params: { application_id: id }, body: changes })
    queries.setQueryData(one(id), edited)
    await queries.invalidateQueries({ queryKey: LIST })
  }
}
