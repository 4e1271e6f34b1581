/** What to do about a problem. A command stays on one line: broken at a hyphen it reads as another one. */
export function Cure({ text }: { text: string }) {
  return text.split(/(npm run \w+(?: -- [A-Z]+)?)/).map((part) =>
    part.startsWith('npm run ') ? (
      <code key={part} className="whitespace-nowrap">
        {part}
      </code>
    ) : (
      part
    ),
  );
}
