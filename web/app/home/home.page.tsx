import { useSession } from '../session.ts';

export default function HomePage() {
  const session = useSession();
  return <h1>Vidik {session.status}</h1>;
}
