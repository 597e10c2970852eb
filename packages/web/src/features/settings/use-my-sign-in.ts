import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../gateway/react.tsx'

/** Returns how the person signs in, and what the platform offers for it; undefined until it is known. */
export function useMySignIn() {
  const { api } = useClient()
  return useQuery({ queryKey: ['sign-in'], queryFn: () => api.call('get_my_sign_in'), staleTime: 0 }).data
}
