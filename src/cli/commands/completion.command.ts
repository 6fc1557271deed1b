import type { Command } from 'commander';
import { command } from '../command.js';
import { argument } from '../inputs.js';

export const completionCommand = command({
  takes: { shell: argument('<shell>', 'for which shell', ['bash', 'zsh']) },
  notes: `Works for the program "gateway" on the PATH, as after "npm link" or from a release. Add to the shell’s start file:
  source <(gateway completion bash)`,
  examples: ['completion bash', 'completion zsh'],
  opens: 'nothing',
  run({ target }, { shell }) {
    const script = scriptOf(target.parent ?? target);
    const text = shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${script}` : script;
    return { json: { shell, script: text }, text };
  },
});

/** The words that may follow a command: its subcommands and its options. */
function completionsOf(target: Command): string[] {
  const options = target.options.map(({ long }) => long ?? '');
  return [...target.commands.map((subcommand) => subcommand.name()), ...options, '--help'];
}

/** The paths of a command and of all commands below it, such as ` partner list`, each with the words that may follow. */
function pathsOf(target: Command, path = ''): [path: string, words: string[]][] {
  return [[path, completionsOf(target)], ...target.commands.flatMap((subcommand) => pathsOf(subcommand, `${path} ${subcommand.name()}`))];
}

/** The script contains all commands and options. Starting the program at each key press would take longer than typing. */
function scriptOf(program: Command): string {
  const cases = pathsOf(program).map(([path, words]) => `    "${path}") words="${words.join(' ')}" ;;`);
  const knownPaths = pathsOf(program).map(([path]) => `"${path}"`);
  return `_gateway() {
  local path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
      ${knownPaths.join('|')}) path="$path $word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _gateway gateway`;
}
