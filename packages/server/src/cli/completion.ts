import type { ListedCommand } from './command.ts'
import type { Option } from './options/option-reader.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** Returns the completion of all commands as a script of a shell. */
export function completionScript(shell: Shell, commands: readonly ListedCommand[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](commands)
}

type Kind = 'switch' | 'path' | 'words' | 'text'

/** Completion of the value of an option. The placeholder of the help decides, or the values that are listed. */
function valueFacts({ value, values }: Option<never>): { kind: Kind; words: readonly string[] } {
  if (value === null) return { kind: 'switch', words: [] }
  if (values) return { kind: 'words', words: values }
  if (value.includes('|')) return { kind: 'words', words: value.split('|') }
  return { kind: value === 'FILE' || value === 'DIR' ? 'path' : 'text', words: [] }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** Without candidates bash completes paths, so that options with paths need no case. */
function bashScript(commands: readonly ListedCommand[]): string {
  const values = commands.flatMap(({ name, options }) =>
    Object.entries(options).flatMap(([option, facts]) => {
      const { kind, words } = valueFacts(facts)
      if (kind === 'switch') return []
      return [`    ${quoted(`${name} --${option}`)}) words=${quoted(words.join(' '))} ;;`]
    }),
  )
  const names = commands.map(({ name, words = [], options }) => {
    const all = [...words, ...Object.keys(options).map((option) => `--${option}`), '--help']
    return `      ${name}) words=${quoted(all.join(' '))} ;;`
  })
  return `# bash completion of guildhall: source <(guildhall completion bash)
_guildhall() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} name=\${COMP_WORDS[1]} words='' index
  for ((index = 1; index < COMP_CWORD; index += 1)); do
    if [[ \${COMP_WORDS[index]} == -- ]]; then
      [[ $previous == -- ]] && COMPREPLY=($(compgen -c -- "$current"))
      return
    fi
  done
  ((COMP_CWORD == 1)) && name=''
  case "$name $previous" in
${values.join('\n')}
    *) case "$name" in
      '') words=${quoted([...commands.map(({ name }) => name), 'help', '--version'].join(' '))} ;;
${names.join('\n')}
      esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _guildhall guildhall
`
}

/** In specifications of zsh, brackets and colons separate parts. */
function zshText(text: string): string {
  return text.replaceAll(/[[\]:\\]/g, String.raw`\$&`)
}

/** The command after `--` of `guildhall run` is completed as a command line, of which zsh knows the commands. */
function zshScript(commands: readonly ListedCommand[]): string {
  const described = commands.map(({ name, help: [help = ''] }) => `    ${quoted(`${name}:${zshText(help)}`)}`)
  const cases = commands.map(({ name, words = [], options }) => {
    const specs = Object.entries(options).map(([option, facts]) => {
      const { kind, words: values } = valueFacts(facts)
      const action = kind === 'path' ? '_files' : kind === 'words' ? `(${values.join(' ')})` : ' '
      // With `=` both `--name value` and `--name=value` are completed.
      const [mark, value] = kind === 'switch' ? ['', ''] : ['=', `:${zshText(facts.value ?? '')}:${action}`]
      return quoted(`${facts.repeats ? '*' : ''}--${option}${mark}[${zshText(facts.help)}]${value}`)
    })
    const rest = words.length > 0 ? [quoted(`1: :(${words.join(' ')})`), "'*: :_files'"] : []
    return `    ${name}) _arguments ${[...specs, "'--help[this page]'", ...rest].join(' \\\n      ')} ;;`
  })
  return `#compdef guildhall
# zsh completion of guildhall: source <(guildhall completion zsh)
_guildhall() {
  local -a names=(
${described.join('\n')}
    'help:this page'
  )
  if ((CURRENT == 2)); then
    _describe command names
    return
  fi
  local name=$words[2]
  local -i separator=$words[(i)--]
  if ((separator < CURRENT)); then
    shift $separator words
    ((CURRENT -= separator))
    _normal
    return
  fi
  shift words
  ((CURRENT -= 1))
  case $name in
${cases.join('\n')}
  esac
}
compdef _guildhall guildhall
`
}

function fishScript(commands: readonly ListedCommand[]): string {
  const lines = commands.flatMap(({ name, help: [help = ''], words = [], options, takesFiles }) => {
    const of = `complete -c guildhall -n '__guildhall_in ${name}'`
    const rows = Object.entries(options).map(([option, facts]) => {
      const { kind, words: values } = valueFacts(facts)
      const value = { switch: '', path: ' -r -F', text: ' -x', words: ` -x -a ${quoted(values.join(' '))}` }[kind]
      return `${of} -l ${option}${value} -d ${quoted(facts.help)}`
    })
    return [
      `complete -c guildhall -n __guildhall_first -f -a ${name} -d ${quoted(help)}`,
      ...(takesFiles ? [] : [`${of} -f`]),
      ...(words.length === 0
        ? []
        : [`complete -c guildhall -n '__guildhall_word ${name}' -f -a ${quoted(words.join(' '))}`]),
      ...rows,
      `${of} -l help -d 'this page'`,
    ]
  })
  return `# fish completion of guildhall: guildhall completion fish | source
function __guildhall_first
  test (count (commandline -opc)) -eq 1
end
function __guildhall_in
  set -l typed (commandline -opc)
  test (count $typed) -gt 1; and test $typed[2] = $argv[1]; and not contains -- -- $typed
end
function __guildhall_word
  __guildhall_in $argv[1]; and test (count (commandline -opc)) -eq 2
end
function __guildhall_program
  contains -- -- (commandline -opc)
end
function __guildhall_program_words
  set -l typed (commandline -opc)
  set -l program $typed[(math (contains -i -- -- $typed) + 1)..-1]
  complete -C (string join ' ' -- (string escape -- $program) (commandline -ct))
end
complete -c guildhall -n __guildhall_program -x -a '(__guildhall_program_words)'
complete -c guildhall -n __guildhall_first -f -a help -d 'this page'
${lines.join('\n')}
`
}
