/** What happened, for readers: one paragraph for each step. */
export class Transcript {
  private readonly paragraphs: { index: number; lines: string[] }[] = [];

  begin(index: number, title: string): void {
    this.paragraphs.push({ index, lines: [title] });
  }

  tell(line: string): void {
    this.paragraphs.at(-1)?.lines.push(`       ${line}`);
  }

  /** Lines of the current step. */
  get last(): string {
    return this.paragraphs.at(-1)?.lines.join('\n') ?? '';
  }

  get text(): string {
    return this.paragraphs.flatMap(({ lines }) => lines).join('\n');
  }
}
