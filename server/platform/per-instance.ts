/** What is made the first time it is asked for and belongs to its owner from then on: a prepared query, a counter, a queue of writes. */
export function perInstance<Owner extends object, Made>(make: (owner: Owner) => Made): (owner: Owner) => Made {
  const all = new WeakMap<Owner, Made>();
  return (owner) => {
    const known = all.get(owner);
    if (known !== undefined) return known;
    const made = make(owner);
    all.set(owner, made);
    return made;
  };
}
