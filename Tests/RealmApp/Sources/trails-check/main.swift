import MigCheckCommand
import Trails

MigCheckCommand.run(try trails(shipped: 5))
