export const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-13 text-muted">{name}</dt>
    <dd className="break-words">{value}</dd>
  </div>
);
